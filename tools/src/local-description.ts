/**
 * The content of `.almanac/local.json`: the addresses and keys of the running
 * local Almanac. URLs of services are origins, without a slash at the end.
 */
export interface LocalDescription {
  /** The URL of the site, which is that of the edge. It also has the paths of all APIs. */
  siteUrl: string;
  /** The URL of the Console, with a slash at the end. Staff can sign in only on its origin. */
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
  /** The admin key of the integration for the scheduler, `<id>:<secret>`. */
  schedulerKey: string;
  owner: { email: string; password: string };
  /** The calendar user of the local run, with the hash (bearer token) of a session. */
  calendarSession: { username: string; email: string; hash: string };
}
