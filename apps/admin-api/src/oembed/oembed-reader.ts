import type { JsonObject } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import type { OutboundClient } from '@almanac/platform';
import { decodeBody } from './decode-body';
import { isCompleteEmbed, oembedDataOf } from './oembed-data';
import { knownOembedUrl } from './oembed-providers';
import { type PageMetadata, readPageMetadata } from './page-metadata';

/** For each request; a redirect is a new request. */
const TIMEOUT_MS = 5_000;
/** The rest of a longer response is not read. */
const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 4;

/**
 * The oEmbed endpoint of WordPress. Its html is a quotation with a script of that site, which does not work in editors and most themes.
 * So the embed of such a page is a bookmark, as in Ghost.
 */
const WORDPRESS_ENDPOINT = /wp-json\/oembed/;

function noProviderFound(url: string, cause?: unknown): ValidationError {
  return new ValidationError('No provider found for supplied URL.', { context: url, cause });
}

/** The metadata of a page, and the URL of the page after redirects. */
interface Page {
  metadata: PageMetadata;
  finalUrl: string;
}

/** Reads the oEmbed data or the metadata of pages. The address guard of the client refuses private addresses. */
export class OembedReader {
  constructor(private readonly client: OutboundClient) {}

  /**
   * The oEmbed data of a page, or the data of a bookmark. A bookmark is returned only if `allowsBookmark` is true. With
   * `prefersBookmark`, oEmbed data is not looked for. Without it, a bookmark is returned only if the oEmbed data of the page is missing,
   * incomplete or that of WordPress, has the type `link`, or cannot be read.
   * @throws ValidationError if neither is found. A bookmark needs a page that can be read and has a title.
   */
  async read(
    url: string,
    { allowsBookmark, prefersBookmark }: { allowsBookmark: boolean; prefersBookmark: boolean },
  ): Promise<JsonObject> {
    let cause: unknown;
    let page: Promise<Page> | undefined;
    const loadPage = (): Promise<Page> => (page ??= this.fetchPage(url));
    try {
      const embed = prefersBookmark ? undefined : await this.findEmbed(url, { allowsBookmark, loadPage });
      if (embed) return embed;
    } catch (error) {
      cause = error;
    }
    try {
      if (allowsBookmark) return bookmarkOf(url, await loadPage());
    } catch (error) {
      cause = error;
    }
    throw noProviderFound(url, cause);
  }

  /**
   * The oEmbed data of a page. If the page is not of a known provider, its html names the URL of the data. Any site can do that, so these
   * data are used only if they have all properties that their type requires.
   * @param allowsBookmark whether the caller can create a bookmark instead
   * @param loadPage loads the page; not called for a URL of a known provider
   */
  private async findEmbed(
    url: string,
    { allowsBookmark, loadPage }: { allowsBookmark: boolean; loadPage: () => Promise<Page> },
  ): Promise<JsonObject | undefined> {
    const knownEndpoint = knownOembedUrl(url);
    if (knownEndpoint !== undefined) return this.fetchEmbed(knownEndpoint);
    const endpoint = (await loadPage()).metadata.oembedUrl;
    if (endpoint === undefined || (allowsBookmark && WORDPRESS_ENDPOINT.test(endpoint))) return undefined;
    const embed = await this.fetchEmbed(endpoint);
    if (embed === undefined || !isCompleteEmbed(embed)) return undefined;
    // The data of a link has nothing to embed.
    return allowsBookmark && embed.type === 'link' ? undefined : embed;
  }

  private async fetchEmbed(endpoint: string): Promise<JsonObject | undefined> {
    const { text } = await this.fetch(endpoint);
    return oembedDataOf(JSON.parse(text));
  }

  private async fetchPage(url: string): Promise<Page> {
    const { text, finalUrl } = await this.fetch(url);
    return { metadata: readPageMetadata(text, finalUrl), finalUrl };
  }

  /** Sends a new request for each redirect, so that the client checks the address of each target. */
  private async fetch(url: string, redirectCount = 0): Promise<{ text: string; finalUrl: string }> {
    const { status, headers, body } = await this.client.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json, text/html;q=0.9', 'user-agent': 'Almanac (oEmbed)' },
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_BYTES,
    });
    const location = headers.location;
    if (status >= 300 && status < 400 && typeof location === 'string' && redirectCount < MAX_REDIRECTS) {
      return this.fetch(new URL(location, url).href, redirectCount + 1);
    }
    if (status !== 200) throw noProviderFound(url);
    return { text: decodeBody(body, headers['content-type']), finalUrl: url };
  }
}

/** The data of a bookmark card. @throws ValidationError for a page without a title */
function bookmarkOf(url: string, { metadata, finalUrl }: Page): JsonObject {
  const { meta } = metadata;
  const title = meta.get('og:title') ?? meta.get('twitter:title') ?? metadata.title;
  if (!title) throw noProviderFound(url);
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
      icon: metadata.icon ?? new URL('/favicon.ico', finalUrl).href,
    },
  };
}
