import type { APIRoute } from 'astro';
import { configuration } from '../lib/configuration.ts';
import { type Address, listAddresses } from '../lib/content.ts';

const LIST_PAGES: Address[] = [{ url: '/' }, { url: '/archive/' }, { url: '/events/' }];
/** The limits of the protocol are 50,000 URLs and 50 MB. 10,000 of the longest URLs have less than 30 MB. */
const MAX_URLS = 10_000;

function entryOf({ url, updated_at: changedAt }: Address): string {
  // `&` is the only character of a serialized URL that XML reserves.
  const location = new URL(url, configuration.siteUrl).href.replaceAll('&', '&amp;');
  return `<loc>${location}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}`;
}

/** The sitemap; above `MAX_URLS` URLs an index of sitemaps, whose URLs have `part` from 1. https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = async ({ url: { searchParams } }) => {
  const addresses = [...LIST_PAGES, ...(await listAddresses())];
  const count = Math.ceil(addresses.length / MAX_URLS);
  const sitemaps = Array.from({ length: count }, (_, index) => ({ url: `/sitemap.xml?part=${index + 1}` }));
  const part = searchParams.get('part') ?? (count === 1 ? '1' : null);
  const number = Number(part);
  if (part !== null && !sitemaps[number - 1]) return new Response(null, { status: 404 });
  const [root, element] = part === null ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
  const listed = part === null ? sitemaps : addresses.slice((number - 1) * MAX_URLS, number * MAX_URLS);
  const entries = listed.map((address) => `<${element}>${entryOf(address)}</${element}>`).join('\n');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</${root}>`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
