import { seedCalendar } from '../seed/seed-calendar';
import { seedSite } from '../seed/seed-site';
import { type CommandContext } from './command-context';

export interface SeedOptions {
  adminUrl: string;
  /** `<id>:<secret>` */
  adminKey: string;
  email: string;
  password: string;
  calendarUrl: string;
  calendarHash: string;
}

/** `almanac seed`: fills an empty site and calendar with the sample content, through their APIs. */
export async function seed({ output }: CommandContext, options: SeedOptions): Promise<void> {
  const { adminUrl: adminApiUrl, adminKey, email, password, calendarUrl, calendarHash: hash } = options;
  const articles = await seedSite({ adminApiUrl, adminKey, owner: { email, password }, now: new Date() });
  const events = await seedCalendar({ calendarUrl, hash });
  output.result({ articles, events }, `Seeded ${articles} articles and ${events} events.`);
}
