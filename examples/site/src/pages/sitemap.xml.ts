import type { APIRoute } from 'astro';
import { configuration } from '../lib/configuration.ts';
import { type Address, listAddresses } from '../lib/content.ts';

const LIST_PATHS = ['/', '/archive/', '/events/'];

function entryOf({ url, updated_at: changedAt }: Address): string {
  // `&` is the only character of a serialized URL that XML reserves.
  const location = new URL(url, configuration.siteUrl).href.replaceAll('&', '&amp;');
  return `<url><loc>${location}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`;
}

/** https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = async () => {
  const listPages = LIST_PATHS.map((url) => ({ url }));
  const entries = [...listPages, ...(await listAddresses())].map(entryOf).join('\n');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
};
