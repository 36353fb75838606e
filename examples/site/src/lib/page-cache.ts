import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

interface CachedPage {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

const MAX_BYTES = 64 * 1_048_576;
/** Bounds how long a page stays old if a webhook is late. */
const MAX_AGE_MS = 60_000;
/** After a change the APIs may respond from their own caches for a moment. */
const SETTLING_MS = 1_000;

/** Rendered pages for visitors who are not signed in, by path and query. */
export class PageCache {
  private readonly pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.byteLength + key.length + 1_024,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => this.now() },
  });
  private droppedAt = -Infinity;

  constructor(private readonly now: () => number = Date.now) {}

  find(key: string): Response | undefined {
    const page = this.pages.get(key);
    return page && new Response(page.body, { headers: page.headers });
  }

  /**
   * Stores a page, unless the site changed after `startedAt`, when its rendering began.
   * @param maxAgeMs less than a minute for a page whose changes send no webhook
   * @returns the page with its tag
   */
  async store(key: string, response: Response, startedAt: number, maxAgeMs = MAX_AGE_MS): Promise<Response> {
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = new Headers(response.headers);
    headers.set('etag', `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`);
    if (startedAt > this.droppedAt + SETTLING_MS) this.pages.set(key, { body, headers }, { ttl: maxAgeMs });
    return new Response(body, { headers });
  }

  /** Drops all pages, because a change of one post changes lists, feeds and navigation too. */
  drop(): void {
    this.droppedAt = this.now();
    this.pages.clear();
  }
}

/** @returns 304 when the visitor already has the page */
export function withoutKnownBody(page: Response, { headers }: Request): Response {
  const isKnown = headers.get('if-none-match') === page.headers.get('etag');
  return isKnown ? new Response(null, { status: 304, headers: page.headers }) : page;
}

export const pageCache = new PageCache();
