import { Metrics } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { visitorOf } from '../authentication/visitor';
import { SiteRevision } from '../site/site-revision';
import { type CachedResponse, encodeResponse, responseFromJson } from './cached-response';
import { type Encoding, preferredEncoding } from './preferred-encoding';

/** Estimated memory of an entry, without its key and body. */
const ENTRY_OVERHEAD_BYTES = 300;

type Load = () => Promise<CachedResponse>;

/** The content key in a query string. A request with two keys is rejected before the cache is used. */
const CONTENT_KEY = /^key=[^&]*&?|&key=[^&]*/;

/**
 * The URL without the parameter `key`. The query string begins at the first `?` or `#`, as for the router. A later `?key=` is part of the
 * value of another parameter.
 */
function withoutContentKey(url: string): string {
  const start = url.search(/[?#]/) + 1;
  return url.slice(0, start) + url.slice(start).replace(CONTENT_KEY, '');
}

/**
 * Caches responses of the current site revision. Requests with the same URL, apart from the content key, share a response if their visitors
 * have the same access level. `CONTENT_CACHE_BYTES` bounds the memory; the least recently used responses are removed first. With 0, nothing
 * is cached.
 */
@Injectable()
export class ResponseCache {
  private readonly responses?: LRUCache<string, CachedResponse, Load>;
  private readonly counters: Record<'hit' | 'miss', { inc(): void }>;

  constructor(revision: SiteRevision, metrics: Metrics, { contentCacheBytes }: ContentApiConfiguration) {
    if (contentCacheBytes > 0) {
      this.responses = new LRUCache<string, CachedResponse, Load>({
        maxSize: contentCacheBytes,
        sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
        // Concurrent requests for one key share one load.
        fetchMethod: (_key, _stale, { context: load }) => load(),
        // `clear` aborts running loads; the requests that wait for them still need their result.
        ignoreFetchAbort: true,
      });
    }
    revision.onChange(() => this.responses?.clear());
    const help = 'Content requests whose response was cached (hit) or not (miss).';
    const requests = metrics.counter('content_cache_requests_total', help, ['outcome']);
    for (const outcome of ['hit', 'miss']) requests.inc({ outcome }, 0);
    this.counters = { hit: requests.labels({ outcome: 'hit' }), miss: requests.labels({ outcome: 'miss' }) };
    metrics.gauge('content_cache_bytes', 'Bytes of cached responses, keys included.', [], (gauge) =>
      gauge.set(this.responses?.calculatedSize ?? 0),
    );
  }

  /**
   * The cache key of the response to a request, without the content encoding. The key contains everything that the JSON depends on: site
   * revision, access level, and the URL, with the version in its path and without the content key. The revision was read before the
   * settings and keys with which the request is answered. So a response that is built while the site changes has the old revision in its
   * key, and is not found after the change.
   * @returns undefined while the revision is unknown: nothing can be cached then
   */
  keyOf(request: FastifyRequest): string | undefined {
    const { access, state } = visitorOf(request);
    if (state.revision === undefined) return undefined;
    return `${state.revision} ${access} ${withoutContentKey(request.url)}`;
  }

  /** The cached response in the encoding that the client prefers; undefined if there is none. Counts a hit or a miss. */
  find(request: FastifyRequest): CachedResponse | undefined {
    const key = this.keyOf(request);
    const encoding = preferredEncoding(request);
    const response = key === undefined ? undefined : this.responses?.get(`${encoding} ${key}`);
    this.counters[response ? 'hit' : 'miss'].inc();
    return response;
  }

  /**
   * The response in the encoding that the client prefers: cached, or built from `json` and then cached.
   * @throws the error of `json`, which is not cached
   */
  load(request: FastifyRequest, json: () => Promise<string>): Promise<CachedResponse> {
    return this.loadIn(preferredEncoding(request), this.keyOf(request), json);
  }

  private async loadIn(
    encoding: Encoding,
    key: string | undefined,
    json: () => Promise<string>,
  ): Promise<CachedResponse> {
    const build: Load =
      encoding === 'identity'
        ? async () => responseFromJson(await json())
        : async () => encodeResponse(await this.loadIn('identity', key, json), encoding);
    if (key === undefined || !this.responses) return build();
    return (await this.responses.fetch(`${encoding} ${key}`, { context: build })) ?? build();
  }
}
