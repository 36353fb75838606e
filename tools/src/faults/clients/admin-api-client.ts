import { createHmac } from 'node:crypto';
import { atOffset } from '../instants';
import { type KnownPost, type PostClient, RefusedError } from './post-client';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** A signed token for the Admin API (HS256). It uses no code of the product, so that an error of that code is noticed. */
function tokenFor(key: { id: string; secret: string }): string {
  const now = Math.floor(Date.now() / 1000);
  const header = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: key.id }));
  const claims = base64url(JSON.stringify({ iat: now, exp: now + 240, aud: '/v3/admin/' }));
  const signature = createHmac('sha256', Buffer.from(key.secret, 'hex'))
    .update(`${header}.${claims}`)
    .digest('base64url');
  return `${header}.${claims}.${signature}`;
}

/** The offsets from UTC, in minutes, with which requests write dates. */
const offsets = [0, 330, -480, 825, 765, -210];

/** The id and the publication date of a post in a response. */
export interface DatedPost {
  id: string;
  publishedAt: string;
}

function datedPost(response: unknown): DatedPost {
  const [post] = (response as { posts: { id: string; published_at: string }[] }).posts;
  if (!post) throw new Error('The response contains no post.');
  return { id: post.id, publishedAt: post.published_at };
}

/** A client of the Admin API. A response with 2xx acknowledges an operation. */
export class AdminApiClient implements PostClient {
  /** The API requires two minutes. The other three seconds are for the duration of the request. */
  readonly noticeMs = 123_000;
  /** The number of written dates; it selects the offset. */
  private writtenDates = 0;

  constructor(
    private readonly origin: string,
    private readonly key: { id: string; secret: string },
  ) {}

  async schedule(title: string, dueAt: Date): Promise<KnownPost> {
    const post = { title, status: 'scheduled', published_at: this.format(dueAt) };
    const response = await this.send('POST', 'posts/', { posts: [post] });
    const [created] = (response as { posts: { id: string; updated_at: string }[] }).posts;
    if (!created) throw new Error('The response contains no post.');
    return { id: created.id, updatedAt: created.updated_at };
  }

  async reschedule(post: KnownPost, dueAt: Date): Promise<void> {
    await this.put(post, { status: 'scheduled', published_at: this.format(dueAt) });
  }

  async unschedule(post: KnownPost): Promise<void> {
    await this.put(post, { status: 'draft' });
  }

  async edit(post: KnownPost, title: string): Promise<void> {
    await this.put(post, { title });
  }

  async delete({ id }: KnownPost): Promise<void> {
    await this.send('DELETE', `posts/${id}/`);
  }

  /** Adds a draft with a publication date as text. @returns the date in the response */
  async draft(title: string, publishedAt: string): Promise<DatedPost> {
    return datedPost(await this.send('POST', 'posts/', { posts: [{ title, published_at: publishedAt }] }));
  }

  async read(id: string): Promise<DatedPost> {
    return datedPost(await this.send('GET', `posts/${id}/`));
  }

  /** The instant as local time with one of the offsets. */
  private format(instant: Date): string {
    this.writtenDates += 1;
    return atOffset(instant, offsets[this.writtenDates % offsets.length] ?? 0);
  }

  private async put({ id, updatedAt }: KnownPost, fields: object): Promise<void> {
    await this.send('PUT', `posts/${id}/`, { posts: [{ ...fields, updated_at: updatedAt }] });
  }

  /** @throws RefusedError for a status 4xx; Error for 5xx, and without a response within 10 s */
  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.origin}/ghost/api/v3/admin/${path}`, {
      method,
      headers: { authorization: `Ghost ${tokenFor(this.key)}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (response.status >= 400 && response.status < 500) throw new RefusedError(`${response.status} ${text}`);
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}
