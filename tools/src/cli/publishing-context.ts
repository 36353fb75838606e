import type { PostsContext, PublishingContext } from '@almanac/publishing';
import { LexicalRenderer } from '@almanac/rendering';

/** Settings of the services for the command line. It records no mails, so it needs no encryption key. */
export function publishingContext(
  dataSource: PublishingContext['dataSource'],
  siteUrl: string,
): PublishingContext & PostsContext {
  const renderer = new LexicalRenderer();
  return { dataSource, clock: { now: () => new Date() }, renderer, siteUrl, encryptionKey: '' };
}
