import { loadConfiguration } from '@almanac/platform';
import { CommandLineConfiguration } from '@almanac/validation';
import { Command } from 'commander';
import { type CommandContext } from './command-context';
import { doctor } from './doctor';
import { migrate } from './migrate';
import { Output } from './output';

export interface ProgramOptions {
  environment: Record<string, string | undefined>;
  write: (text: string) => void;
  /** Called with 1 when a command found something wrong without failing itself. */
  setExitCode: (code: number) => void;
}

/** The `almanac` command line. Its commands read DATABASE_URL and friends from the environment. */
export function createProgram({ environment, write, setExitCode }: ProgramOptions): Command {
  const program = new Command('almanac')
    .description('Operates an Almanac installation.')
    .option('--json', 'print one JSON document instead of sentences');
  const context = (): CommandContext => ({
    configuration: loadConfiguration(CommandLineConfiguration, environment),
    output: new Output(program.opts().json === true, write),
  });
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(() => migrate(context()));
  program
    .command('doctor')
    .description('look at configuration, database, migrations, clock and queue')
    .action(async () => {
      if (!(await doctor(context()))) setExitCode(1);
    });
  return program;
}
