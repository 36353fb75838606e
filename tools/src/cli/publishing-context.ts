import type { PostsContext, PublishingContext } from '@almanac/publishing';
import { LexicalRenderer } from '@almanac/rendering';

/** The context that the services of libs/publishing need. Commands record no mails, so the encryption key is empty. */
export function publishingContext(
  dataSource: PublishingContext['dataSource'],
  siteUrl: string,
): PublishingContext & PostsContext {
  const renderer = new LexicalRenderer();
  return { dataSource, clock: { now: () => new Date() }, renderer, siteUrl, encryptionKey: '' };
}
