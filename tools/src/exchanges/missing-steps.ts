import type { Client } from 'pg';
import { sendRequest } from './service-requests';
import type { Credentials } from './credentials';
import type { Exchange, JsonValue } from './exchange';
import { type FilledSite, paragraph, resourcesIn } from './filled-site';
import type { RecordedIdentities } from './recorded-identities';

type JsonObject = { [key: string]: JsonValue };

/** Staff in whose name a post can be created. */
const actors = ['contributor', 'author', 'editor'];
/** Makes the names of created resources unique. */
let counter = 0;

/**
 * Replaces requests that were not recorded. Some recorded requests name a resource that such a request had created. This class creates a
 * similar resource as the same user, and maps the recorded id to it.
 */
export class MissingSteps {
  constructor(
    private readonly site: FilledSite,
    private readonly identities: RecordedIdentities,
    private readonly credentials: Credentials,
    private readonly database: Client,
  ) {}

  /** Brings the site into the state that a recorded request expects. */
  async prepare(exchange: Exchange): Promise<void> {
    const { path } = exchange.request;
    if (exchange.name.endsWith('members/add-dup-case')) await this.addMemberWithSameAddress(exchange);
    const [, resource, id] = /\/admin\/(?:schedules\/)?([a-z]+)\/([a-f\d]{24})\//.exec(path) ?? [];
    if (resource === undefined || id === undefined || /^0+$/.test(id)) return;
    const isMissing = exchange.response.status === 404 || exchange.name.endsWith('-again');
    const isSchedule = path.includes('/schedules/');
    if (!this.identities.knows(id) && (!isMissing || isSchedule)) {
      // If this fails, the response to the recorded request differs, which is reported.
      const created = await this.create(resource, exchange).catch(() => undefined);
      if (typeof created?.id === 'string') this.identities.set(id, created.id);
    }
    if (isSchedule && exchange.response.status === 200) {
      await this.setDue(this.identities.translate(id), exchange.name.includes('already') ? 'published' : 'scheduled');
    }
    if (exchange.name.endsWith('/delete-again') && this.identities.knows(id)) await this.deleteOnce(exchange);
  }

  /** The body of the request, in which times of the recording are replaced by present ones. */
  async withCurrentTimes(exchange: Exchange): Promise<JsonValue> {
    const { body, path } = exchange.request;
    const copy: JsonValue = JSON.parse(JSON.stringify(body ?? {}));
    const root = typeof copy === 'object' && copy !== null && !Array.isArray(copy) ? Object.keys(copy)[0] : undefined;
    const [item] = root === undefined ? [] : resourcesIn(copy, root);
    if (!item || root === undefined) return copy;
    if (isTimeOfRecording(item.updated_at)) item.updated_at = await this.currentUpdatedAt(path, exchange);
    if (isTimeOfRecording(item.published_at)) {
      // The Admin API rejects due times less than two minutes ahead with 422.
      const aheadMs = exchange.response.status === 422 ? 60_000 : 180_000;
      item.published_at = new Date(Date.now() + aheadMs).toISOString();
    }
    return copy;
  }

  /** The `updated_at` of the resource; an old time if the recorded response is a conflict (409). */
  private async currentUpdatedAt(path: string, exchange: Exchange): Promise<string> {
    const [, resource = 'posts', id = ''] = /\/admin\/([a-z]+)\/([a-f\d]{24})\//.exec(path) ?? [];
    const { body } = await sendRequest({
      method: 'GET',
      url: `${this.site.origins.adminApi}/ghost/api/v3/admin/${resource}/${this.identities.translate(id)}/`,
      headers: { authorization: `Ghost ${this.site.adminToken('v3')}` },
    });
    const current = resourcesIn(body, resource)[0]?.updated_at;
    const isStale = exchange.response.status === 409;
    return typeof current === 'string' && !isStale ? current : '2020-01-01T00:00:00.000Z';
  }

  private async create(resource: string, exchange: Exchange): Promise<JsonObject | undefined> {
    const name = `Replacement ${++counter}`;
    switch (resource) {
      case 'posts':
      case 'pages':
        return this.createPost(resource, name, exchange);
      case 'tags':
        return this.site.add('tags', { name });
      case 'members':
        return this.site.add('members', { email: `replacement-${counter}@members.example.com` });
      case 'webhooks':
        return this.site.add('webhooks', { event: 'post.added', target_url: `https://example.com/${counter}` });
      case 'integrations':
        return this.createAsOwner('integrations', { name });
      case 'invites':
        return this.createAsOwner('invites', {
          email: `replacement-${counter}@example.com`,
          role_id: await this.roleId(),
        });
      default:
        return undefined;
    }
  }

  private async createPost(resource: string, name: string, exchange: Exchange): Promise<JsonObject | undefined> {
    const [recorded] = resourcesIn(exchange.response.body ?? null, resource);
    const title = typeof recorded?.title === 'string' && exchange.request.method === 'GET' ? recorded.title : name;
    const actor = actors.find((candidate) => exchange.name.includes(`${candidate}-self-`));
    const post: JsonObject = { title, mobiledoc: paragraph('s') };
    if (exchange.request.path.includes('/schedules/')) {
      const publishedAt = new Date(Date.now() + 600_000).toISOString();
      return this.site.add(resource, { ...post, status: 'scheduled', published_at: publishedAt });
    }
    if (actor === undefined) return this.site.add(resource, post);
    return this.createAs(actor, resource, { ...post, authors: [{ email: `${actor}@example.com` }] });
  }

  private createAsOwner(resource: string, item: JsonObject): Promise<JsonObject | undefined> {
    return this.createAs('owner', resource, item);
  }

  private async createAs(who: string, resource: string, item: JsonObject): Promise<JsonObject | undefined> {
    const { body } = await sendRequest({
      method: 'POST',
      url: `${this.site.origins.adminApi}/ghost/api/v3/admin/${resource}/`,
      headers: {
        cookie: await this.credentials.sessionOf(who),
        origin: this.site.origins.site,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ [resource]: [item] }),
    });
    return resourcesIn(body, resource)[0];
  }

  private async roleId(): Promise<string> {
    const { rows } = await this.database.query("select id from publishing.roles where name = 'Author'");
    return String(rows[0]?.id);
  }

  /** Makes a post due now, and sets its status. */
  private async setDue(id: string, status: string): Promise<void> {
    await this.database.query('update publishing.posts set published_at = now(), status = $2 where id = $1', [
      id,
      status,
    ]);
  }

  /** Adds a member with the address of the recorded request in lower case. */
  private async addMemberWithSameAddress({ request }: Exchange): Promise<void> {
    const [member] = resourcesIn(request.body ?? null, 'members');
    if (member) await this.site.add('members', { ...member, email: String(member.email).toLowerCase() });
  }

  /** Deletes the resource: of two deletions, the first one is not always recorded. */
  private async deleteOnce({ request }: Exchange): Promise<void> {
    await sendRequest({
      method: 'DELETE',
      url: `${this.site.origins.adminApi}${this.identities.translate(request.path)}`,
      headers: { cookie: await this.credentials.sessionOf('owner'), origin: this.site.origins.site },
    });
  }
}

/** Whether a value is a time on the day of the recording, from 10:00 to 19:59 UTC. */
function isTimeOfRecording(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.startsWith('2026-11-21T1');
}
