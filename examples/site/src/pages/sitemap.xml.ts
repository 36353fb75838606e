import type { APIRoute } from 'astro';
import { configuration } from '../lib/configuration.ts';
import { listAddresses } from '../lib/content.ts';
import { element, XML_HEADERS } from '../lib/xml.ts';

const OWN_PATHS = ['/', '/archive/', '/events/'];

/** https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = async () => {
  const own = OWN_PATHS.map((path) => ({ path, changedAt: null }));
  const urls = [...own, ...(await listAddresses())].map(({ path, changedAt }) => {
    const location = element('loc', configuration.siteUrl + encodeURI(path));
    return `<url>${location}${changedAt ? element('lastmod', changedAt) : ''}</url>`;
  });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ];
  return new Response(lines.join('\n'), { headers: XML_HEADERS });
};
