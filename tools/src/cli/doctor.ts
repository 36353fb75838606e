import { hasSearchIndexes, newerMigrations, pendingMigrationsOfSource } from '@almanac/entities';
import { openQueueBackend } from '@almanac/jobs';
import { type CommandLineConfiguration, hasOtherHostThanSite } from '@almanac/validation';
import { type DataSource } from 'typeorm';
import { type CommandContext, withCalendarSchema, withPublishingSchema } from './command-context';

/** With a larger difference, times in logs cannot be compared with due times: posts become due by the clock of the database. */
const LARGEST_CLOCK_DIFFERENCE_MS = 1_000;

/** The result of one check. */
interface Finding {
  name: string;
  isHealthy: boolean;
  detail: string;
}

/** Runs a check. @param check returns the detail to print, or throws an error with the reason why the check fails */
async function examine(name: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { name, isHealthy: true, detail: await check() };
  } catch (error) {
    return { name, isHealthy: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function examineMigrations(source: DataSource): Promise<string> {
  const missing = await pendingMigrationsOfSource(source);
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}; run almanac migrate`);
  const newer = await newerMigrations(source);
  return newer.length === 0 ? 'all migrations ran' : `warning: a newer version of Almanac ran ${newer.join(', ')}`;
}

/** Warns, but does not fail: without the indexes, filters with `~` work, too, but are slower. */
async function examineSearch({ manager }: DataSource): Promise<string> {
  if (await hasSearchIndexes(manager)) return 'filters with ~ use indexes';
  return 'warning: filters with ~ read every row; install the PostgreSQL extension pg_trgm and run almanac migrate';
}

/**
 * Compares the clock of the database with the middle of the round trip,
 * as NTP does. The clock of the database decides when a post is due.
 */
async function examineClock(source: DataSource): Promise<string> {
  const before = Date.now();
  const [row] = await source.query<{ now: Date }[]>('select clock_timestamp() as now');
  const after = Date.now();
  const differenceMs = Math.round((row?.now.getTime() ?? 0) - (before + after) / 2);
  if (Math.abs(differenceMs) > LARGEST_CLOCK_DIFFERENCE_MS)
    throw new Error(`the clock of this machine differs from the clock of the database by ${differenceMs} ms`);
  return `differs from the clock of the database by ${differenceMs} ms`;
}

/**
 * Direct connections set their time limits themselves. Through a pooler, connections have the time limits of the role, so it needs them.
 */
async function examineConnection(source: DataSource): Promise<string> {
  const [row] = await source.query<{ session: string | null; limit: string }[]>(
    `select current_setting('almanac.session', true) as session, current_setting('statement_timeout') as limit`,
  );
  if (row?.session === 'direct') return 'direct';
  if (row?.limit === '0')
    throw new Error(
      'through a pooler, and the role has no statement_timeout; run almanac migrate with DATABASE_DIRECT_URL',
    );
  return `through a pooler; the role has a statement_timeout of ${row?.limit}`;
}

/** Warns, but does not fail: the rest of Almanac works without the secret. The command cannot compare the values in both services. */
async function examineTickets(secret: string | undefined): Promise<string> {
  if (secret !== undefined)
    return 'CALENDAR_TICKET_SECRET is set; it must be the same in admin-api and calendar-graphql';
  return 'warning: CALENDAR_TICKET_SECRET is not set for this command; without it in both services, staff cannot open the calendar from the Console';
}

async function examineQueue(queueUrl: string): Promise<string> {
  const failures: Error[] = [];
  const backend = await openQueueBackend(queueUrl, { onError: (error) => failures.push(error) });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failures[0] ?? new Error('no response within 3 s')), 3_000);
  });
  try {
    await Promise.race([backend.ping(), timeout]);
    return `${backend.engine} responds`;
  } finally {
    clearTimeout(timer);
    await backend.close();
  }
}

/** Scripts of authors run on the origin of the site, so staff should not sign in on that origin. */
function examineOrigins({ siteUrl, adminUrl, singleOrigin }: CommandLineConfiguration): string {
  if (singleOrigin)
    return 'warning: staff sign in on the origin of the site, where scripts in posts can act as them; give admin-api an origin of its own (ADMIN_URL) and remove SINGLE_ORIGIN';
  if (adminUrl === undefined) return 'ADMIN_URL is not set here; admin-api does not start without it';
  if (!hasOtherHostThanSite(adminUrl, siteUrl))
    throw new Error(
      'ADMIN_URL names the host and port of SITE_URL (another scheme is not enough); admin-api does not start',
    );
  return `staff sign in at ${adminUrl}, apart from ${siteUrl}`;
}

/**
 * `almanac doctor`: checks the database, the connection, migrations, search indexes, `CALENDAR_TICKET_SECRET`, the clock, the
 * origins of site and staff, and the queue.
 * @returns true if every check passed
 */
export async function doctor(context: CommandContext): Promise<boolean> {
  const { queueUrl, calendarTicketSecret } = context.configuration;
  const findings = [
    await examine('database', () =>
      withPublishingSchema(
        context,
        async (source) =>
          (await source.query<{ version: string }[]>('select version()'))[0]?.version.split(' on ')[0] ?? '',
      ),
    ),
    await examine('connection', () => withPublishingSchema(context, examineConnection)),
    await examine('publishing schema', () => withPublishingSchema(context, examineMigrations)),
    await examine('calendar schema', () => withCalendarSchema(context, examineMigrations)),
    await examine('text search', () => withPublishingSchema(context, examineSearch)),
    await examine('calendar tickets', () => examineTickets(calendarTicketSecret)),
    await examine('clock', () => withPublishingSchema(context, examineClock)),
    await examine('origins', () => Promise.resolve().then(() => examineOrigins(context.configuration))),
    ...(queueUrl ? [await examine('queue', () => examineQueue(queueUrl))] : []),
  ];
  const isHealthy = findings.every((finding) => finding.isHealthy);
  const lines = findings.map(({ name, isHealthy: isFine, detail }) => `${isFine ? '✓' : '✗'} ${name}: ${detail}`);
  context.output.print({ isHealthy, findings }, lines.join('\n'));
  return isHealthy;
}
