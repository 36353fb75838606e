import { loadConfiguration } from '@almanac/platform';
import { CommandLineConfiguration } from '@almanac/validation';
import { Command } from 'commander';
import { type CommandContext } from './command-context';
import { createIntegration } from './create-integration';
import { createOwner, type OwnerOptions } from './create-owner';
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
    .command('create-owner')
    .description('make the owner of an empty site')
    .requiredOption('--name <name>')
    .requiredOption('--email <address>')
    .option('--password <password>', 'made and printed when absent')
    .option('--title <title>', 'title of the site')
    .action((options: OwnerOptions) => createOwner(context(), options));
  program
    .command('create-integration')
    .description('make an integration and print its keys')
    .requiredOption('--name <name>')
    .action((options: { name: string }) => createIntegration(context(), options));
  program
    .command('doctor')
    .description('look at configuration, database, migrations, clock and queue')
    .action(async () => {
      if (!(await doctor(context()))) setExitCode(1);
    });
  return program;
}
