import type { Client } from 'pg';
import { ask } from './answers';
import type { Credentials } from './credentials';
import type { Exchange, JsonValue } from './exchange';
import { type FilledSite, paragraph, thingsIn } from './filled-site';
import type { RecordedIdentities } from './recorded-identities';

type JsonObject = { [key: string]: JsonValue };

const actors = ['contributor', 'author', 'editor'];
let counter = 0;

/**
 * Some recorded steps touch things that a step not shown had made. Something like it is made here, by whom it has to be,
 * and takes the recorded id.
 */
export class StandIns {
  constructor(
    private readonly site: FilledSite,
    private readonly identities: RecordedIdentities,
    private readonly credentials: Credentials,
    private readonly database: Client,
  ) {}

  async prepare(exchange: Exchange): Promise<void> {
    const { path } = exchange.request;
    if (exchange.name.endsWith('members/add-dup-case')) await this.addNamesake(exchange);
    const [, resource, id] = /\/admin\/(?:schedules\/)?([a-z]+)\/([a-f\d]{24})\//.exec(path) ?? [];
    if (resource === undefined || id === undefined || /^0+$/.test(id)) return;
    const isMissing = exchange.response.status === 404 || exchange.name.endsWith('-again');
    const isSchedule = path.includes('/schedules/');
    if (!this.identities.knows(id) && (!isMissing || isSchedule)) {
      // What cannot be made shows as a difference of the exchange itself.
      const made = await this.make(resource, exchange).catch(() => undefined);
      if (typeof made?.id === 'string') this.identities.set(id, made.id);
    }
    if (isSchedule && exchange.response.status === 200) {
      await this.setDue(this.identities.translate(id), exchange.name.includes('already') ? 'published' : 'scheduled');
    }
    if (exchange.name.endsWith('/delete-again') && this.identities.knows(id)) await this.deleteOnce(exchange);
  }

  /** The request's body with the times of the recording moved to now. */
  async withTimesOfToday(exchange: Exchange): Promise<JsonValue> {
    const { body, path } = exchange.request;
    const copy: JsonValue = JSON.parse(JSON.stringify(body ?? {}));
    const root = typeof copy === 'object' && copy !== null && !Array.isArray(copy) ? Object.keys(copy)[0] : undefined;
    const [thing] = root === undefined ? [] : thingsIn(copy, root);
    if (!thing || root === undefined) return copy;
    if (isOfTheRecording(thing.updated_at)) thing.updated_at = await this.presentUpdatedAt(path, exchange);
    if (isOfTheRecording(thing.published_at)) {
      const aheadMs = exchange.response.status === 422 ? 60_000 : 180_000;
      thing.published_at = new Date(Date.now() + aheadMs).toISOString();
    }
    return copy;
  }

  private async presentUpdatedAt(path: string, exchange: Exchange): Promise<string> {
    const [, resource = 'posts', id = ''] = /\/admin\/([a-z]+)\/([a-f\d]{24})\//.exec(path) ?? [];
    const { body } = await ask({
      method: 'GET',
      url: `${this.site.origins.adminApi}/ghost/api/v3/admin/${resource}/${this.identities.translate(id)}/`,
      headers: { authorization: `Ghost ${this.site.adminToken('v3')}` },
    });
    const present = thingsIn(body, resource)[0]?.updated_at;
    const isStale = exchange.response.status === 409;
    return typeof present === 'string' && !isStale ? present : '2020-01-01T00:00:00.000Z';
  }

  private async make(resource: string, exchange: Exchange): Promise<JsonObject | undefined> {
    const name = `Stand-in ${++counter}`;
    switch (resource) {
      case 'posts':
      case 'pages':
        return this.makePost(resource, name, exchange);
      case 'tags':
        return this.site.add('tags', { name });
      case 'members':
        return this.site.add('members', { email: `stand-in-${counter}@members.example.com` });
      case 'webhooks':
        return this.site.add('webhooks', { event: 'post.added', target_url: `https://example.com/${counter}` });
      case 'integrations':
        return this.asOwner('integrations', { name });
      case 'invites':
        return this.asOwner('invites', { email: `stand-in-${counter}@example.com`, role_id: await this.roleId() });
      default:
        return undefined;
    }
  }

  private async makePost(resource: string, name: string, exchange: Exchange): Promise<JsonObject | undefined> {
    const [recorded] = thingsIn(exchange.response.body ?? null, resource);
    const title = typeof recorded?.title === 'string' && exchange.request.method === 'GET' ? recorded.title : name;
    const actor = actors.find((candidate) => exchange.name.includes(`${candidate}-self-`));
    const post: JsonObject = { title, mobiledoc: paragraph('s') };
    if (exchange.request.path.includes('/schedules/')) {
      const publishedAt = new Date(Date.now() + 600_000).toISOString();
      return this.site.add(resource, { ...post, status: 'scheduled', published_at: publishedAt });
    }
    if (actor === undefined) return this.site.add(resource, post);
    return this.as(actor, resource, { ...post, authors: [{ email: `${actor}@example.com` }] });
  }

  private asOwner(resource: string, thing: JsonObject): Promise<JsonObject | undefined> {
    return this.as('owner', resource, thing);
  }

  private async as(who: string, resource: string, thing: JsonObject): Promise<JsonObject | undefined> {
    const { body } = await ask({
      method: 'POST',
      url: `${this.site.origins.adminApi}/ghost/api/v3/admin/${resource}/`,
      headers: {
        cookie: await this.credentials.sessionOf(who),
        origin: this.site.origins.site,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ [resource]: [thing] }),
    });
    return thingsIn(body, resource)[0];
  }

  private async roleId(): Promise<string> {
    const { rows } = await this.database.query("select id from publishing.roles where name = 'Author'");
    return String(rows[0]?.id);
  }

  private async setDue(id: string, status: string): Promise<void> {
    await this.database.query('update publishing.posts set published_at = now(), status = $2 where id = $1', [
      id,
      status,
    ]);
  }

  /** Whoever an address is refused for was there before. */
  private async addNamesake({ request }: Exchange): Promise<void> {
    const [member] = thingsIn(request.body ?? null, 'members');
    if (member) await this.site.add('members', { ...member, email: String(member.email).toLowerCase() });
  }

  /** The first of two deletions is not always shown. */
  private async deleteOnce({ request }: Exchange): Promise<void> {
    await ask({
      method: 'DELETE',
      url: `${this.site.origins.adminApi}${this.identities.translate(request.path)}`,
      headers: { cookie: await this.credentials.sessionOf('owner'), origin: this.site.origins.site },
    });
  }
}

function isOfTheRecording(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.startsWith('2026-11-21T1');
}
