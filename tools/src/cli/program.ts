import { loadConfiguration } from '@almanac/platform';
import { CommandLineConfiguration } from '@almanac/validation';
import { Command } from 'commander';
import { type CommandContext } from './command-context';
import { createIntegration } from './create-integration';
import { createOwner, type OwnerOptions } from './create-owner';
import { doctor } from './doctor';
import { changeEmail, emailCommands, listEmails, watchEmail } from './emails';
import { exportSite } from './export-site';
import { importFromSite, type ImportFromSiteOptions } from './import-from-site';
import { importSite, type ImportSiteOptions } from './import-site';
import { findLocalRun, withLocalRun } from './local-run';
import { migrate } from './migrate';
import { Output } from './output';
import { type OnProgress } from './progress';
import { type ReplayOptions, replayWebhooks } from './replay-webhooks';
import { seed, type SeedOptions } from './seed';

export interface ProgramOptions {
  environment: Record<string, string | undefined>;
  write: (text: string) => void;
  /** Prints messages about wrong arguments. */
  writeError: (text: string) => void;
  progress: OnProgress;
  /** Called with 1 when `doctor` found a problem, or `import` could not import everything. */
  setExitCode: (code: number) => void;
  /** The delays between attempts to read another site, in milliseconds; tests shorten them. */
  retryDelaysMs?: readonly number[];
}

/** Creates the context when a command runs. So `--help` works without settings in the environment. */
type Context = () => CommandContext;

function addInstallationCommands(program: Command, context: Context, setExitCode: (code: number) => void): void {
  program
    .command('migrate')
    .description('create or update the database schemas')
    .action(() => migrate(context()));
  program
    .command('doctor')
    .description(
      'check the database, connection, migrations, search indexes, calendar tickets, clock, origins of site and staff, and queue',
    )
    .action(async () => {
      if (!(await doctor(context()))) setExitCode(1);
    });
  program
    .command('create-owner')
    .description('create the owner of a site that has no owner')
    .requiredOption('--name <name>', 'name of the owner')
    .requiredOption('--email <address>', 'address with which the owner signs in')
    .option('--password <password>', 'generated and printed when absent')
    .option('--title <title>', 'title of the site')
    .action((options: OwnerOptions) => createOwner(context(), options));
  program
    .command('create-integration')
    .description('create an integration and print its keys')
    .requiredOption('--name <name>', 'name of the integration')
    .action((options: { name: string }) => createIntegration(context(), options));
}

function addEmailCommands(program: Command, context: Context): void {
  const emails = program
    .command('emails')
    .description('list the last twenty newsletters (mails of posts to members)')
    .action(() => listEmails(context()));
  emails
    .command('watch <id>')
    .description('show the progress of a newsletter until it ends, is paused or is cancelled')
    .action((id: string) => watchEmail(context(), id));
  for (const { operation, about } of emailCommands) {
    emails
      .command(`${operation} <id>`)
      .description(about)
      .action((id: string) => changeEmail(context(), operation, id));
  }
}

function addImportCommand(program: Command, context: Context, { environment, setExitCode }: ProgramOptions): void {
  program
    .command('import <source>')
    .description(
      'import a file (an export of Ghost or Almanac as JSON, or a zip with the export, uploaded files or both) or the URL of a running Ghost',
    )
    .option('--keep-staff-access', 'import the roles, statuses and password hashes of staff as well')
    .option('--site-url <url>', 'URL of the old site: imported URLs that begin with it become relative')
    .option(
      '--key <key>',
      'admin key of the Ghost at the URL; the variable GHOST_ADMIN_KEY is safer, because other users can see arguments',
    )
    .option(
      '--state <folder>',
      'folder for the rows that were read from the URL; an interrupted import continues with them',
    )
    .option('--allow-private-addresses', 'read a URL that resolves to a private or local address')
    .action(async (source: string, options: ImportSiteOptions & ImportFromSiteOptions) => {
      const isUrl = /^https?:\/\//i.test(source);
      const isComplete = isUrl
        ? await importFromSite(context(), source, { ...options, key: options.key ?? environment.GHOST_ADMIN_KEY })
        : await importSite(context(), source, options);
      if (!isComplete) setExitCode(1);
    });
}

function addContentCommands(program: Command, context: Context): void {
  program
    .command('export <file>')
    .description('write the site as JSON, without secrets and uploaded files')
    .action((file: string) => exportSite(context(), file));
  program
    .command('replay-webhooks')
    .description('send the events of a time range to a webhook again')
    .requiredOption('--webhook <id>', 'id of the webhook')
    .requiredOption('--from <date>', 'start of the range, in ISO 8601')
    .option('--to <date>', 'end of the range, in ISO 8601; now when absent')
    .action((options: ReplayOptions) => replayWebhooks(context(), options));
  program
    .command('seed')
    .description('fill an empty site and calendar with sample content through their APIs; a local run needs no options')
    .option('--admin-url <origin>', 'origin of admin-api')
    .option('--admin-key <key>', 'admin key of an integration')
    .option('--email <address>', 'address of the owner')
    .option('--password <password>', 'password of the owner')
    .option('--calendar-url <origin>', 'origin of calendar-graphql')
    .option('--calendar-hash <hash>', 'hash of a session of the calendar')
    .action((options: SeedOptions) => seed(context(), options));
}

/**
 * The program of the `almanac` command line. Its commands read DATABASE_URL and other settings from the environment. Without DATABASE_URL
 * they use the local run of `npm start`.
 */
export function createProgram(options: ProgramOptions): Command {
  const { environment, write, writeError, progress, setExitCode, retryDelaysMs } = options;
  const program = new Command('almanac')
    .description('Manages an Almanac installation: the one of DATABASE_URL, or else the one that npm start runs.')
    .option('--json', 'print JSON instead of text')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError });
  const context = (): CommandContext => ({
    configuration: loadConfiguration(CommandLineConfiguration, withLocalRun(environment)),
    local: environment.DATABASE_URL ? undefined : findLocalRun(environment),
    output: new Output(program.opts().json === true, write),
    progress,
    retryDelaysMs,
  });
  addInstallationCommands(program, context, setExitCode);
  addEmailCommands(program, context);
  addImportCommand(program, context, options);
  addContentCommands(program, context);
  return program;
}
