/** The content of `.almanac/local.json`: addresses and keys of the running local Almanac. Origins have no path. */
export interface LocalDescription {
  /** The origin of the site: the edge, which has the paths of all APIs, for programs and readers. */
  siteUrl: string;
  /** The Console, with a slash at the end; staff sign in only on its origin. */
  consoleUrl: string;
  contentApiUrl: string;
  adminApiUrl: string;
  calendarUrl: string;
  workerUrl: string;
  mailboxUrl: string;
  databaseUrl: string;
  queueUrl: string;
  contentKey: string;
  /** `<id>:<secret>` */
  adminKey: string;
  schedulerKey: string;
  owner: { email: string; password: string };
  /** A redeemed session of a seeded calendar user. */
  calendarSession: { username: string; email: string; hash: string };
}
