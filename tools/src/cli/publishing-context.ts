import { type PublishingContext } from '@almanac/publishing';

/** Settings of the services for the command line. It records no mails, so it needs no encryption key. */
export function publishingContext(dataSource: PublishingContext['dataSource'], siteUrl: string): PublishingContext {
  return { dataSource, clock: { now: () => new Date() }, siteUrl, encryptionKey: '' };
}
