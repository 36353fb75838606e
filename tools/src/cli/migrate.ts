import { setTimeLimitsOfRole, type MigrationReport, runMigrations, type SchemaName } from '@almanac/entities';
import { type CommandContext } from './command-context';

/** A database server, and the schemas that are in it. */
interface Server {
  url: string;
  /** The URL of the same database without a pooler. */
  directUrl: string;
  schemas: SchemaName[];
}

function sentence({ schema, executed, newer }: MigrationReport): string {
  const done = executed.length === 0 ? `${schema}: up to date` : `${schema}: ran ${executed.join(', ')}`;
  return newer.length === 0 ? done : `${done}; warning: a newer version of Almanac ran ${newer.join(', ')}`;
}

function serversOf({ configuration }: CommandContext): Server[] {
  const { databaseUrl: url, databaseDirectUrl, calendarDatabaseUrl, calendarDatabaseDirectUrl } = configuration;
  const directUrl = databaseDirectUrl ?? url;
  if (calendarDatabaseUrl === undefined || calendarDatabaseUrl === url)
    return [{ url, directUrl, schemas: ['publishing', 'calendar'] }];
  return [
    { url, directUrl, schemas: ['publishing'] },
    { url: calendarDatabaseUrl, directUrl: calendarDatabaseDirectUrl ?? calendarDatabaseUrl, schemas: ['calendar'] },
  ];
}

/** Gives the time limits to the role if the services connect through a pooler, where they cannot set them. @returns lines for the output */
async function limitRole({ url, directUrl }: Server): Promise<string[]> {
  if (url === directUrl) return [];
  const role = decodeURIComponent(new URL(url).username);
  const settings = await setTimeLimitsOfRole(directUrl, role);
  return settings.map((setting) => `role ${role}: ${setting}`);
}

/** `almanac migrate`: runs the missing migrations of both schemas. Several runs at the same time are safe. */
export async function migrate(context: CommandContext): Promise<void> {
  const migrations: MigrationReport[] = [];
  const roleSettings: string[] = [];
  for (const server of serversOf(context)) {
    migrations.push(...(await runMigrations({ url: server.directUrl }, server.schemas)));
    roleSettings.push(...(await limitRole(server)));
  }
  const lines = [...migrations.map(sentence), ...roleSettings];
  context.output.print({ migrations, ...(roleSettings.length > 0 && { roleSettings }) }, lines.join('\n'));
}
