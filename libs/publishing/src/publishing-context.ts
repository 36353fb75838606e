import type { DataSource } from 'typeorm';
import type { ContentRenderer } from './posts/post-content';
import type { PublishingSettings } from './write-scope';

/** Dependencies of the services of tags, and of those of posts without their content. */
export interface ContentContext extends PublishingSettings {
  dataSource: DataSource;
}

/** Dependencies of the services that write the content of posts and pages. */
export interface PostsContext extends ContentContext {
  /** Renders lexical documents; one per process. */
  renderer: ContentRenderer;
}

/** Dependencies of the services of staff, members, settings and integrations. */
export interface PublishingContext extends ContentContext {
  /** The clock of the process. Due times are decided by the clock of the database. */
  clock: { now(): Date };
  /** URL of the editor's front end; undefined for the page that admin-api serves. */
  adminUrl?: string;
  /** Encrypts the secrets in recorded mails, e.g. sign-in links. */
  encryptionKey: string;
}
