import type { DataSource } from 'typeorm';
import type { PublishingSettings } from './write-scope';

/** What the verbs of posts, pages and tags work with. */
export interface ContentContext extends PublishingSettings {
  dataSource: DataSource;
}

/** What the verbs of staff, settings and integrations work with. */
export interface PublishingContext extends ContentContext {
  /** The time as the process sees it; due times are decided by the database's clock. */
  clock: { now(): Date };
  /** The front end of the editor, where it is not the page admin-api brings along. */
  adminUrl?: string;
  /** Seals what waits in the outbox. */
  encryptionKey: string;
}
