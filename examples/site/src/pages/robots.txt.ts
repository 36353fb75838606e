import type { APIRoute } from 'astro';
import { configuration } from '../lib/configuration.ts';

export const GET: APIRoute = () =>
  new Response(`User-agent: *\nDisallow: /p/\nDisallow: /search/\nSitemap: ${configuration.siteUrl}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
