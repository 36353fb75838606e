import { verifyWebhook, WebhookVerificationError } from '@almanac/client';
import type { APIRoute } from 'astro';
import { configuration } from '../../lib/configuration.ts';
import { pageCache } from '../../lib/page-cache.ts';
import { readBody } from '../../lib/request-body.ts';

/** Receives the webhooks of `site.changed` and of calendar events, and clears the page cache. */
export const POST: APIRoute = async ({ request }) => {
  const body = await readBody(request);
  if (body === null) return new Response('The body is too large.', { status: 413 });
  try {
    await verifyWebhook({ body, headers: request.headers, secret: configuration.webhookSecret });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 401 });
  }
  pageCache.drop();
  return new Response(null, { status: 204 });
};
