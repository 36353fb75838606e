import type { EventDetails } from '@almanac/client';
import type { Post, Settings } from './content.ts';

const omitNull = (_key: string, value: unknown): unknown => value ?? undefined;

/** Serializes structured data for a `<script type="application/ld+json">`. It escapes `<`, so that no text can end the element. */
export const serializeJsonLd = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }, omitNull).replace(/</g, '\\u003c');

/** https://schema.org/Article */
export const articleJsonLd = (
  post: Pick<Post, 'title' | 'published_at' | 'updated_at' | 'visibility' | 'authors'>,
  head: { url: string; description: string | null; image: string | null },
  publisher: Pick<Settings, 'title' | 'logo'>,
): object => ({
  '@type': 'Article',
  headline: post.title,
  ...head,
  mainEntityOfPage: head.url,
  datePublished: post.published_at,
  dateModified: post.updated_at,
  isAccessibleForFree: post.visibility === 'public',
  author: post.authors?.map(({ name, url }) => ({ '@type': 'Person', name, url })),
  publisher: {
    '@type': 'Organization',
    name: publisher.title,
    logo: publisher.logo ? { '@type': 'ImageObject', url: publisher.logo } : undefined,
  },
});

/** https://schema.org/Event */
export const eventJsonLd = (
  { status, location }: Pick<EventDetails['event'], 'status' | 'location'>,
  { start, end }: { start: string; end: string },
  head: { name: string; url: string; description?: string | null },
): object => ({
  '@type': 'Event',
  ...head,
  startDate: start,
  endDate: end,
  eventStatus: `https://schema.org/${status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
  location: location.name || location.address ? { '@type': 'Place', ...location } : undefined,
});
