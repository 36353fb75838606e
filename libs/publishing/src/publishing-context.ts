import type { DataSource } from 'typeorm';
import type { ContentRenderer } from './posts/post-content';
import type { PublishingSettings } from './write-scope';

/** Dependencies of services that need only the database and the settings of the installation. */
export interface ContentContext extends PublishingSettings {
  dataSource: DataSource;
}

/** Dependencies of services that render the content of posts and pages. */
export interface PostsContext extends ContentContext {
  /** Renders lexical documents; one per process. */
  renderer: ContentRenderer;
}

/** Dependencies of services that need the time of the process, or request mails. */
export interface PublishingContext extends ContentContext {
  /** The clock of the process. For posts, the clock of PostgreSQL decides whether they are due. */
  clock: { now(): Date };
  /** The public URL of admin-api, the base of links in mails to staff; by default the URL of the site. */
  adminUrl?: string;
  /** The ENCRYPTION_KEY of the installation. It encrypts the values of recorded mails, e.g. sign-in links. */
  encryptionKey: string;
}
