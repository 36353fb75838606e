import { ValidationError } from '@almanac/errors';
import { type LocalDescription } from '../local-description';
import { seedCalendar } from '../seed/seed-calendar';
import { seedSite } from '../seed/seed-site';
import { type CommandContext } from './command-context';

/** The options of `almanac seed`. If DATABASE_URL is not set, absent options get the values of the local run. */
export interface SeedOptions {
  adminUrl?: string;
  /** `<id>:<secret>` of an integration. */
  adminKey?: string;
  email?: string;
  password?: string;
  calendarUrl?: string;
  calendarHash?: string;
}

/** @throws ValidationError that names all missing options */
function completeOptions(given: SeedOptions, local: LocalDescription | undefined): Required<SeedOptions> {
  const options = {
    adminUrl: given.adminUrl ?? local?.adminApiUrl ?? '',
    adminKey: given.adminKey ?? local?.adminKey ?? '',
    email: given.email ?? local?.owner.email ?? '',
    password: given.password ?? local?.owner.password ?? '',
    calendarUrl: given.calendarUrl ?? local?.calendarUrl ?? '',
    calendarHash: given.calendarHash ?? local?.calendarSession.hash ?? '',
  };
  const missing = Object.entries(options)
    .filter(([, value]) => value === '')
    .map(([name]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  if (missing.length === 0) return options;
  throw new ValidationError(
    `seed needs ${missing.join(', ')}, because DATABASE_URL is set. Without DATABASE_URL, seed uses the local Almanac of npm start.`,
  );
}

/**
 * `almanac seed`: fills an empty site and an empty calendar with the sample content, through their APIs.
 * @throws ValidationError when options are missing
 */
export async function seed({ output, local }: CommandContext, given: SeedOptions): Promise<void> {
  const { adminUrl, adminKey, email, password, calendarUrl, calendarHash } = completeOptions(given, local);
  const articles = await seedSite({ adminApiUrl: adminUrl, adminKey, owner: { email, password }, now: new Date() });
  const events = await seedCalendar({ calendarUrl, hash: calendarHash });
  output.print({ articles, events }, `Seeded ${articles} articles and ${events} events.`);
}
