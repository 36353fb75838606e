import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

interface CachedPage {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

const MAX_BYTES = 64 * 1_048_576;
/** The lifetime of a page. It limits how long a page is outdated if a webhook is late or lost. */
const MAX_AGE_MS = 60_000;
/** A page whose rendering began within this time after a change is not stored: the APIs may have responded from their caches. */
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
   * Stores a page, unless the site has changed since the rendering began, or up to a second before it.
   * @param startedAt when the rendering began, in milliseconds of the clock
   * @param maxAgeMs lifetime; shorter for a page whose content changes without a webhook to this site
   * @returns the page with its ETag
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

/** @returns status 304 without a body if `If-None-Match` of the request is the ETag of the page; else the page */
export function conditionalResponse(page: Response, { headers }: Request): Response {
  const isUnchanged = headers.get('if-none-match') === page.headers.get('etag');
  return isUnchanged ? new Response(null, { status: 304, headers: page.headers }) : page;
}

export const pageCache = new PageCache();
