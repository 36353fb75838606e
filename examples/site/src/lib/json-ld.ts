/** Serializes structured data for a `<script type="application/ld+json">`: no text of it can end the element. */
export const serializeJsonLd = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c');

/** https://schema.org/WebSite */
export const siteJsonLd = (site: { name: string; url: string; description: string }): object => ({
  '@type': 'WebSite',
  ...site,
});

interface ArticleInput {
  title: string;
  url: string;
  description: string | null;
  image: string | null;
  publishedAt: string | null;
  updatedAt: string | null;
  isFree: boolean;
  authors: { name: string; url: string }[];
  publisher: { name: string; logo: string | null };
}

/** https://schema.org/Article */
export const articleJsonLd = (article: ArticleInput): object => ({
  '@type': 'Article',
  headline: article.title,
  url: article.url,
  mainEntityOfPage: article.url,
  description: article.description ?? undefined,
  image: article.image ?? undefined,
  datePublished: article.publishedAt ?? undefined,
  dateModified: article.updatedAt ?? undefined,
  isAccessibleForFree: article.isFree,
  author: article.authors.map((author) => ({ '@type': 'Person', ...author })),
  publisher: {
    '@type': 'Organization',
    name: article.publisher.name,
    logo: article.publisher.logo ? { '@type': 'ImageObject', url: article.publisher.logo } : undefined,
  },
});

interface EventInput {
  title: string;
  url: string;
  description: string | null;
  start: string;
  end: string;
  status: string;
  location: { name?: string | null; address?: string | null };
}

/** https://schema.org/Event */
export const eventJsonLd = (event: EventInput): object => ({
  '@type': 'Event',
  name: event.title,
  url: event.url,
  description: event.description ?? undefined,
  startDate: event.start,
  endDate: event.end,
  eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
  location: {
    '@type': 'Place',
    name: event.location.name ?? event.location.address ?? undefined,
    address: event.location.address ?? undefined,
  },
});
