import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

interface CachedPage {
  body: Uint8Array<ArrayBuffer>;
  headers: [string, string][];
  etag: string;
}

interface Storing {
  startedAt: number;
  ifNoneMatch: string | null;
  maxAgeMs?: number | undefined;
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

  /** @returns the page; 304 when the visitor already has it */
  find(key: string, ifNoneMatch: string | null): Response | undefined {
    const page = this.pages.get(key);
    return page && respond(page, ifNoneMatch);
  }

  /**
   * Stores a page, unless the site changed while it was rendered.
   * @param startedAt when rendering began
   * @param maxAgeMs less than a minute for a page whose changes send no webhook
   */
  async store(key: string, response: Response, { startedAt, ifNoneMatch, maxAgeMs = MAX_AGE_MS }: Storing) {
    const body = new Uint8Array(await response.arrayBuffer());
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const page = { body, headers: [...response.headers], etag };
    if (startedAt > this.droppedAt + SETTLING_MS) this.pages.set(key, page, { ttl: maxAgeMs });
    return respond(page, ifNoneMatch);
  }

  /** Drops all pages, because a change of one post changes lists, feeds and navigation too. */
  drop(): void {
    this.droppedAt = this.now();
    this.pages.clear();
  }
}

function respond({ body, headers, etag }: CachedPage, ifNoneMatch: string | null): Response {
  const init = { headers: [...headers, ['etag', etag]] as [string, string][] };
  return ifNoneMatch === etag ? new Response(null, { ...init, status: 304 }) : new Response(body, init);
}

export const pageCache = new PageCache();
