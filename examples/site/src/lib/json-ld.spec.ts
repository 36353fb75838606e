import { articleJsonLd, eventJsonLd, serializeJsonLd } from './json-ld.ts';

describe('serializeJsonLd', () => {
  it('has no text that ends the script element, and parses to the same value', () => {
    const name = '</script><script>alert(1)</script><!--';
    const text = serializeJsonLd({ '@type': 'Thing', name });
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ '@context': 'https://schema.org', '@type': 'Thing', name });
  });
});

describe('structured data', () => {
  it('leaves out what an article does not have', () => {
    const article = articleJsonLd({
      title: 'Tides',
      url: 'https://site.example/tides/',
      description: null,
      image: null,
      publishedAt: '2026-01-01T00:00:00.000Z',
      updatedAt: null,
      isFree: false,
      authors: [{ name: 'Mara', url: 'https://site.example/author/mara/' }],
      publisher: { name: 'Harbour', logo: null },
    });
    expect(JSON.parse(serializeJsonLd(article))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'Tides',
      url: 'https://site.example/tides/',
      mainEntityOfPage: 'https://site.example/tides/',
      datePublished: '2026-01-01T00:00:00.000Z',
      isAccessibleForFree: false,
      author: [{ '@type': 'Person', name: 'Mara', url: 'https://site.example/author/mara/' }],
      publisher: { '@type': 'Organization', name: 'Harbour' },
    });
  });

  it.each([
    ['confirmed', 'EventScheduled'],
    ['cancelled', 'EventCancelled'],
  ])('has the status of a %s event', (status, expected) => {
    const event = { title: 'Market', url: 'u', description: null, start: 's', end: 'e', status, location: {} };
    expect(eventJsonLd(event)).toMatchObject({ eventStatus: `https://schema.org/${expected}` });
  });
});
