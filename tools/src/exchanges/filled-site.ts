import type { ServiceResponse } from './service-requests';
import { sendRequest } from './service-requests';
import type { DataSet, JsonValue } from './exchange';
import { signedToken, validToken } from './tokens';

/** The password of all staff of the site under test. */
export const PASSWORD = 'Sup3rS3cret!42';

/** The content key and the admin key of an integration. */
export interface Keys {
  content: { id: string; secret: string };
  admin: { id: string; secret: string };
}

/** The origins of the site under test and its services. */
export interface Origins {
  /** Replaces the placeholder `<site>` in recorded texts. */
  site: string;
  contentApi: string;
  adminApi: string;
}

type JsonObject = { [key: string]: JsonValue };

/** The slugs of the posts that each new Ghost site has. The totals in recorded responses count them. */
const welcomePosts = [
  'themes',
  'apps-integrations',
  'organising-content',
  'admin-settings',
  'publishing-options',
  'the-editor',
  'welcome',
];

/** The site under test, which gets the recorded content through the Admin API. */
export class FilledSite {
  constructor(
    readonly origins: Origins,
    readonly keys: Keys,
  ) {}

  /** Adds the recorded content. @throws Error when a request fails */
  async fill(dataSet: DataSet): Promise<void> {
    await this.add('tags', { name: 'Getting Started', slug: 'getting-started' });
    for (const tag of dataSet.tags) await this.add('tags', tag);
    for (const [index, slug] of welcomePosts.entries()) {
      await this.add('posts', {
        title: slug,
        slug,
        status: 'published',
        published_at: new Date(Date.UTC(2026, 10, 21, 14, 40, 40 + index)).toISOString(),
        tags: ['Getting Started'],
        authors: ['ghost-author@example.com'],
        feature_image: 'https://static.example/welcome.jpg',
        custom_excerpt: `About ${slug}`,
        mobiledoc: paragraph(`Welcome: ${slug}. It’s a start.`),
      });
    }
    for (const post of [...dataSet.posts, ...dataSet.drafts]) await this.add('posts', post);
    await this.add('posts', { ...scheduledFar, mobiledoc: dataSet.posts[0]?.mobiledoc ?? null });
    for (const page of dataSet.pages) await this.add('pages', page);
    for (const member of dataSet.members) await this.add('members', member);
  }

  /** Adds a resource, authenticated by the admin key. @throws Error when the status is not 201 */
  async add(resource: string, item: JsonObject): Promise<JsonObject> {
    return this.created(
      resource,
      await sendRequest({
        method: 'POST',
        url: `${this.origins.adminApi}/ghost/api/v3/admin/${resource}/`,
        headers: { authorization: `Ghost ${this.adminToken('v3')}`, 'content-type': 'application/json' },
        body: JSON.stringify({ [resource]: [item] }).replaceAll('<site>', this.origins.site),
      }),
    );
  }

  /** All resources of a list, as v3 of the Admin API returns them. @param cookie the session cookie of a user */
  async list(resource: string, cookie: string): Promise<JsonObject[]> {
    const { body } = await sendRequest({
      method: 'GET',
      url: `${this.origins.adminApi}/ghost/api/v3/admin/${resource}/?limit=all`,
      headers: { cookie, origin: this.origins.site },
    });
    return resourcesIn(body, resource);
  }

  adminToken(version: string): string {
    return signedToken(validToken(version, this.keys.admin.id), Buffer.from(this.keys.admin.secret, 'hex'));
  }

  /** Signs a user in. @param username the e-mail address @returns the session cookie */
  async signIn(username: string): Promise<string> {
    const { headers, status } = await sendRequest({
      method: 'POST',
      url: `${this.origins.adminApi}/ghost/api/v3/admin/session/`,
      headers: { origin: this.origins.site, 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    const cookie = headers['set-cookie']?.split(';')[0];
    if (status !== 201 || cookie === undefined) throw new Error(`${username} cannot sign in: ${status}`);
    return cookie;
  }

  private created(resource: string, { status, body }: ServiceResponse): JsonObject {
    const [item] = resourcesIn(body, resource);
    if (status !== 201 || !item) throw new Error(`${resource}: ${status} ${JSON.stringify(body).slice(0, 600)}`);
    return item;
  }
}

/** A post that is due long after the recording. */
const scheduledFar = {
  title: 'Scheduled far',
  slug: 'scheduled-far',
  status: 'scheduled',
  published_at: '2031-01-01T00:00:00.000Z',
};

/** The objects in the list that a body has under a key; none if there is no list. */
export function resourcesIn(body: JsonValue, resource: string): JsonObject[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const items = body[resource];
  return Array.isArray(items)
    ? items.filter((item): item is JsonObject => typeof item === 'object' && item !== null && !Array.isArray(item))
    : [];
}

/** A mobiledoc of one paragraph. */
export function paragraph(text: string): string {
  return JSON.stringify({
    version: '0.3.1',
    atoms: [],
    cards: [],
    markups: [],
    sections: [[1, 'p', [[0, [], 0, text]]]],
  });
}
