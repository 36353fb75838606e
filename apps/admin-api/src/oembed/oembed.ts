import type { JsonObject } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import type { OutboundClient } from '@almanac/platform';
import { knownEndpoint } from './oembed-providers';
import { type PageMetadata, readPage } from './page-metadata';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 1_000_000;
const MOST_REDIRECTS = 4;

/** What of an oEmbed answer is passed on (oEmbed 1.0, section 2.3.4); a provider's other keys are not. */
const passedOn = [
  'type',
  'version',
  'title',
  'author_name',
  'author_url',
  'provider_name',
  'provider_url',
  'cache_age',
  'thumbnail_url',
  'thumbnail_width',
  'thumbnail_height',
  'url',
  'html',
  'width',
  'height',
];

function unknown(url: string, cause?: unknown): ValidationError {
  return new ValidationError('No provider found for supplied URL.', { context: url, cause });
}

/** Finds out how another site's page is embedded. It speaks to the world through the outbound client alone. */
export class Oembed {
  constructor(private readonly client: OutboundClient) {}

  /**
   * What the page's provider says of it; a bookmark where there is none, or where one is asked for.
   * @throws ValidationError when nothing can be found out
   */
  async read(
    url: string,
    { wantsBookmark, mayBookmark }: { wantsBookmark: boolean; mayBookmark: boolean },
  ): Promise<JsonObject> {
    try {
      const found = wantsBookmark ? undefined : await this.embed(url);
      if (found) return found;
      if (mayBookmark) return await this.bookmark(url);
    } catch (error) {
      throw unknown(url, error);
    }
    throw unknown(url);
  }

  private async embed(url: string): Promise<JsonObject | undefined> {
    const endpoint = knownEndpoint(url) ?? (await this.page(url)).outboxEvents.oembedUrl;
    if (endpoint === undefined) return undefined;
    const { text } = await this.fetch(endpoint);
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('type' in answer)) return undefined;
    const embed: JsonObject = {};
    for (const key of passedOn) {
      const value: unknown = Reflect.get(answer, key);
      if (isPlain(value)) embed[key] = value;
    }
    return embed;
  }

  private async bookmark(url: string): Promise<JsonObject> {
    const { outboxEvents, finalUrl } = await this.page(url);
    const { meta } = outboxEvents;
    const title = meta.get('og:title') ?? meta.get('twitter:title') ?? outboxEvents.title;
    if (!title) throw unknown(url);
    const image = meta.get('og:image') ?? meta.get('twitter:image');
    return {
      type: 'bookmark',
      url,
      metadata: {
        url: finalUrl,
        title,
        description: meta.get('og:description') ?? meta.get('description') ?? null,
        author: meta.get('author') ?? meta.get('article:author') ?? null,
        publisher: meta.get('og:site_name') ?? null,
        thumbnail: image !== undefined && URL.canParse(image, finalUrl) ? new URL(image, finalUrl).href : null,
        icon: outboxEvents.icon ?? new URL('/favicon.ico', finalUrl).href,
      },
    };
  }

  private async page(url: string): Promise<{ outboxEvents: PageMetadata; finalUrl: string }> {
    const { text, finalUrl } = await this.fetch(url);
    return { outboxEvents: readPage(text, finalUrl), finalUrl };
  }

  /** Every hop of a redirect goes through the client's guard again. */
  private async fetch(url: string, hops = 0): Promise<{ text: string; finalUrl: string }> {
    const { status, headers, body } = await this.client.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json, text/html;q=0.9', 'user-agent': 'Almanac (oEmbed)' },
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MOST_BYTES,
    });
    const location = headers.location;
    if (status >= 300 && status < 400 && typeof location === 'string' && hops < MOST_REDIRECTS) {
      return this.fetch(new URL(location, url).href, hops + 1);
    }
    if (status !== 200) throw unknown(url);
    return { text: body.toString('utf8'), finalUrl: url };
  }
}

function isPlain(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
