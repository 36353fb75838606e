import { type MigrationReport, runMigrations } from '@almanac/entities';
import { type CommandContext } from './command-context';

function sentence({ schema, executed, newer }: MigrationReport): string {
  const done = executed.length === 0 ? `${schema}: up to date` : `${schema}: ran ${executed.join(', ')}`;
  return newer.length === 0 ? done : `${done}; warning: a newer version of Almanac ran ${newer.join(', ')}`;
}

/** `almanac migrate`: brings both schemas up to date; safe to run from several places at once. */
export async function migrate({ configuration, output }: CommandContext): Promise<void> {
  const { databaseUrl, calendarDatabaseUrl = databaseUrl } = configuration;
  const reports =
    calendarDatabaseUrl === databaseUrl
      ? await runMigrations({ url: databaseUrl })
      : [
          ...(await runMigrations({ url: databaseUrl }, ['publishing'])),
          ...(await runMigrations({ url: calendarDatabaseUrl }, ['calendar'])),
        ];
  output.result({ migrations: reports }, reports.map(sentence).join('\n'));
}
