// Prepares the database of a local run. The last line of the output is JSON with the keys and users for .almanac/local.json.
import { createCalendarDataSource, createPublishingDataSource, runMigrations } from '@almanac/entities';
import { createDatabase } from './create-database';
import { setUpCalendarUser } from './local-calendar-user';
import { setUpSite } from './local-site';
import { setUpExampleSite } from './local-webhooks';

/** @throws Error when the environment variable is missing */
function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing.`);
  return value;
}

async function main(): Promise<void> {
  const url = requiredVariable('DATABASE_URL');
  await createDatabase(url);
  await runMigrations({ url });
  const publishing = await createPublishingDataSource({ url, poolSize: 2 }).initialize();
  const calendar = await createCalendarDataSource({ url, poolSize: 2 }).initialize();
  const context = {
    dataSource: publishing,
    clock: { now: () => new Date() },
    siteUrl: requiredVariable('SITE_URL'),
    encryptionKey: requiredVariable('ENCRYPTION_KEY'),
  };
  const site = await setUpSite(context, {
    ownerPassword: requiredVariable('OWNER_PASSWORD'),
    isEmpty: process.argv.includes('--empty'),
  });
  const { SITE_WEBHOOK_URL: targetUrl } = process.env;
  const siteKey =
    targetUrl && (await setUpExampleSite(context, { targetUrl, secret: requiredVariable('SITE_WEBHOOK_SECRET') }));
  const calendarSession = await setUpCalendarUser(calendar, requiredVariable('CALENDAR_HASH'), new Date());
  await Promise.all([publishing.destroy(), calendar.destroy()]);
  process.stdout.write(`${JSON.stringify({ ...site, siteKey, calendarSession })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
