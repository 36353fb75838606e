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
    const post = {
      title: 'Tides',
      published_at: '2026-01-01T00:00:00.000Z',
      updated_at: null,
      visibility: 'paid',
      authors: [{ name: 'Mara', url: 'https://site.example/author/mara/' }],
    } as Parameters<typeof articleJsonLd>[0];
    const head = { url: 'https://site.example/tides/', description: null, image: null };
    const article = articleJsonLd(post, head, { title: 'Harbour', logo: null });
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
    const event = { status, location: { name: '', address: null } } as Parameters<typeof eventJsonLd>[0];
    const data = eventJsonLd(event, { start: '2026-12-01', end: '2026-12-02' }, { name: 'Market', url: 'u' });
    expect(JSON.parse(serializeJsonLd(data))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Market',
      url: 'u',
      startDate: '2026-12-01',
      endDate: '2026-12-02',
      eventStatus: `https://schema.org/${expected}`,
    });
    const place = { name: null, address: 'Quay 1' };
    const withPlace = eventJsonLd(
      { ...event, location: place },
      { start: 's', end: 'e' },
      { name: 'Market', url: 'u' },
    );
    expect(JSON.parse(serializeJsonLd(withPlace))).toMatchObject({ location: { '@type': 'Place', address: 'Quay 1' } });
  });
});
