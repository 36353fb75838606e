import { type PublishingContext } from '@almanac/publishing';

/** What verbs need beside the database; the command line records no mail, so nothing has to be sealed. */
export function publishingContext(dataSource: PublishingContext['dataSource'], siteUrl: string): PublishingContext {
  return { dataSource, clock: { now: () => new Date() }, siteUrl, encryptionKey: '' };
}
