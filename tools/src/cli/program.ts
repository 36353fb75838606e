import { loadConfiguration } from '@almanac/platform';
import { type OnImportProgress } from '@almanac/publishing';
import { CommandLineConfiguration } from '@almanac/validation';
import { Command } from 'commander';
import { type CommandContext } from './command-context';
import { createIntegration } from './create-integration';
import { createOwner, type OwnerOptions } from './create-owner';
import { doctor } from './doctor';
import { exportSite } from './export-site';
import { importSite, type ImportSiteOptions } from './import-site';
import { findLocalRun, withLocalRun } from './local-run';
import { migrate } from './migrate';
import { Output } from './output';
import { type ReplayOptions, replayWebhooks } from './replay-webhooks';
import { seed, type SeedOptions } from './seed';

export interface ProgramOptions {
  environment: Record<string, string | undefined>;
  write: (text: string) => void;
  /** Where messages about wrong words go. */
  writeError: (text: string) => void;
  progress: OnImportProgress;
  /** Called with 1 when a command found something wrong without failing itself. */
  setExitCode: (code: number) => void;
}

type Context = () => CommandContext;

function addInstallationCommands(program: Command, context: Context, setExitCode: (code: number) => void): void {
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
}

function addContentCommands(program: Command, context: Context): void {
  program
    .command('import <file>')
    .description('add what an export of Ghost 2.x or 3.x, or of Almanac, holds')
    .option('--keep-staff-access', 'staff keep the roles, statuses and password hashes of the file')
    .action((file: string, options: ImportSiteOptions) => importSite(context(), file, options));
  program
    .command('export <file>')
    .description('write everything but secrets as JSON')
    .action((file: string) => exportSite(context(), file));
  program
    .command('replay-webhooks')
    .description("send a webhook's deliveries of a span of time again")
    .requiredOption('--webhook <id>')
    .requiredOption('--from <date>', 'ISO 8601')
    .option('--to <date>', 'ISO 8601, now when absent')
    .action((options: ReplayOptions) => replayWebhooks(context(), options));
  program
    .command('seed')
    .description(
      'fill an empty site and calendar with the sample content, through their APIs; a local run needs no options',
    )
    .option('--admin-url <origin>')
    .option('--admin-key <key>')
    .option('--email <address>', "the owner's")
    .option('--password <password>', "the owner's")
    .option('--calendar-url <origin>')
    .option('--calendar-hash <hash>', 'of a session')
    .action((options: SeedOptions) => seed(context(), options));
}

/**
 * The `almanac` command line. Its commands read DATABASE_URL and friends from the environment; without them, what `npm start`
 * wrote about the local run.
 */
export function createProgram({ environment, write, writeError, progress, setExitCode }: ProgramOptions): Command {
  const program = new Command('almanac')
    .description('Operates an Almanac installation; without DATABASE_URL the one that npm start runs here.')
    .option('--json', 'print one JSON document instead of sentences')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError });
  const context = (): CommandContext => ({
    configuration: loadConfiguration(CommandLineConfiguration, withLocalRun(environment)),
    local: environment.DATABASE_URL ? undefined : findLocalRun(environment),
    output: new Output(program.opts().json === true, write),
    progress,
  });
  addInstallationCommands(program, context, setExitCode);
  addContentCommands(program, context);
  return program;
}
