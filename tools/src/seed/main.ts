// Adds the sample content to the local installation that ALMANAC_LOCAL
// describes (the JSON of local.json). Does not change existing content.
import { type LocalDescription } from '../local-description';
import { seedCalendar } from './seed-calendar';
import { seedSite } from './seed-site';

async function main(): Promise<void> {
  const local = JSON.parse(process.env.ALMANAC_LOCAL ?? '{}') as LocalDescription;
  const posts = await seedSite({ ...local, now: new Date() });
  const events = await seedCalendar({ calendarUrl: local.calendarUrl, hash: local.calendarSession.hash });
  if (posts + events > 0) process.stdout.write(`✓ seeded ${posts} articles and ${events} calendar events\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Seeding failed. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
