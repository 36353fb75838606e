import {
  ApiKey,
  createObjectId,
  ImportRun,
  Integration,
  Invite,
  Role,
  type RoleName,
  User,
  Webhook,
  WebhookDelivery,
} from '@almanac/entities';
import { recordEvent } from '@almanac/outbox';
import { hashPassword } from '@almanac/publishing';
import { addIntegration, addLabel, addMember, addPost, addTag, addUser } from '@almanac/testing';
import { type AdminApiUnderTest, callerWithKey, PASSWORD, tokenFor } from './admin-api';
import type { Caller } from './caller';
import type { MatrixCaller } from './permission-cells';

/** The caller of one cell of the matrix. Each cell has a new caller, so that cells do not affect each other. */
export interface Actor {
  role: MatrixCaller;
  caller: Caller;
  /** The id of the user or integration. */
  id: string;
  /** The key of an integration; the scheduler's route reads its token from the query. */
  key?: ApiKey;
}

/** The parameters of the path, and the values that bodies need. */
export type Parameters = Readonly<Record<string, string>>;

const ABSENT_ID = '0123456789abcdef01234567';
const absent: Parameters = {
  id: ABSENT_ID,
  keyId: ABSENT_ID,
  deliveryId: ABSENT_ID,
  slug: 'unknown',
  email: 'unknown@example.com',
};
const staffRoles: readonly string[] = ['Owner', 'Administrator', 'Editor', 'Author', 'Contributor'];

/** Creates actors and objects in the database of the service under test. */
export class PermissionObjects {
  constructor(private readonly api: AdminApiUnderTest) {}

  private readonly passwordHash = hashPassword(PASSWORD);

  async actor(role: MatrixCaller): Promise<Actor> {
    const { app, dataSource } = this.api;
    if (role === 'Owner') return { role, id: '1', caller: await this.ownerWithPassword() };
    if (staffRoles.includes(role)) {
      const { id } = await this.user(role);
      return { role, id, caller: await this.api.signIn(id) };
    }
    const { integration, adminKey } = await addIntegration(dataSource.manager);
    const { id: roleId } = await this.role(role);
    await dataSource.manager.update(ApiKey, { id: adminKey.id }, { roleId });
    return { role, id: integration.id, caller: callerWithKey(app, adminKey), key: adminKey };
  }

  /** The parameters of a path for an object of the matrix. */
  async parameters(route: string, object: string, actor: Actor): Promise<Parameters> {
    if (object === '-') return route === 'GET actions/:type/:id' ? { type: 'resource', id: actor.id } : {};
    if (object === 'none') return absent;
    const [, path = ''] = route.split(' ');
    const [noun = ''] = path.split('/');
    const make = this.makers[noun];
    return make ? make(object, actor) : {};
  }

  private readonly makers: Readonly<
    Record<string, (object: string, actor: Actor) => Promise<Parameters> | Parameters>
  > = {
    posts: (object, actor) => this.post('post', object, actor),
    pages: (object, actor) => this.post('page', object, actor),
    schedules: (object) => this.scheduledPost(object),
    tags: async () => {
      const { id, slug } = await addTag(this.api.dataSource.manager);
      return { id, slug };
    },
    users: (object, actor) => this.userNamed(object, actor),
    invites: (object) => this.invite(object.replace(/^for an? /, '') as RoleName),
    emails: (status) => this.email(status),
    email_previews: (object, actor) => this.post('post', object, actor),
    members: async () => ({ id: (await addMember(this.api.dataSource.manager)).id }),
    labels: async () => {
      const { id, slug } = await addLabel(this.api.dataSource.manager);
      return { id, slug };
    },
    tiers: () => ({ id: '000000000000000000000f4e', slug: 'free' }),
    newsletters: () => ({ id: '000000000000000000000e15', slug: 'default-newsletter' }),
    settings: () => ({ key: 'title' }),
    integrations: (object) => this.integration(object),
    webhooks: (object, actor) => this.webhook(object, actor),
    db: (object, actor) => this.importRun(object, actor),
  };

  async roleId(name: string): Promise<string> {
    return (await this.role(name as RoleName)).id;
  }

  private role(name: RoleName): Promise<Role> {
    return this.api.dataSource.manager.findOneByOrFail(Role, { name });
  }

  private async user(role: string): Promise<User> {
    return addUser(this.api.dataSource.manager, { role: role as RoleName, password: await this.passwordHash });
  }

  /** An earlier cell may have changed the owner's password. */
  private async ownerWithPassword(): Promise<Caller> {
    await this.api.dataSource.manager.update(User, { id: '1' }, { password: await this.passwordHash });
    return this.api.signIn('1');
  }

  private async post(type: 'post' | 'page', object: string, actor: Actor): Promise<Parameters> {
    const another = (await this.user('Editor')).id;
    const authors = object.startsWith('own') ? [actor.id] : [another];
    if (object.startsWith('co-authored')) authors.push(actor.id);
    const status = object.endsWith('draft') ? 'draft' : 'published';
    const post = await addPost(this.api.dataSource.manager, { type, status, authors: authors.map((id) => ({ id })) });
    return { id: post.id, slug: post.slug, updatedAt: post.updatedAt?.toISOString() ?? '', author: authors[0] ?? '' };
  }

  private async email(object: string): Promise<Parameters> {
    const { manager } = this.api.dataSource;
    const [id, status] = [createObjectId(), object === 'any' ? 'submitted' : object];
    const { id: postId } = await addPost(manager, { status: 'published' });
    await manager.query('insert into publishing.emails (id, post_id, status) values ($1, $2, $3)', [
      id,
      postId,
      status,
    ]);
    return { id };
  }

  private async scheduledPost(object: string): Promise<Parameters> {
    const status = object === 'draft' ? 'draft' : 'scheduled';
    const { id } = await addPost(this.api.dataSource.manager, { status, publishedAt: new Date() });
    return { id, resource: 'posts' };
  }

  private async userNamed(object: string, actor: Actor): Promise<Parameters> {
    const [, role = ''] = /^(?:an?|the) (\w+)/.exec(object) ?? [];
    const { manager } = this.api.dataSource;
    const user =
      object === 'self' || role === 'Owner'
        ? await manager.findOneByOrFail(User, { id: object === 'self' ? actor.id : '1' })
        : await this.user(role);
    return { id: user.id, slug: user.slug, email: user.email };
  }

  private async invite(role: RoleName): Promise<Parameters> {
    const id = createObjectId();
    const email = `${id}@example.com`;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { id: roleId } = await this.role(role);
    const rest = { tokenDigest: id, createdAt: new Date(), createdBy: '1' };
    await this.api.dataSource.manager.insert(Invite, { id, roleId, email, expiresAt, status: 'sent', ...rest });
    return { id, email };
  }

  private async integration(object: string): Promise<Parameters> {
    const { manager } = this.api.dataSource;
    const { integration, adminKey } = await addIntegration(manager);
    if (object === 'internal') await manager.update(Integration, { id: integration.id }, { type: 'internal' });
    const another = object.startsWith('with the key of another') ? await addIntegration(manager) : undefined;
    return { id: integration.id, keyId: (another?.adminKey ?? adminKey).id };
  }

  private async webhook(object: string, actor: Actor): Promise<Parameters> {
    const { manager } = this.api.dataSource;
    const { integration: another } = await addIntegration(manager);
    const owner = object.startsWith('own') ? actor.id : object === 'unowned' ? null : another.id;
    const id = await this.webhookOf(owner);
    const delivered = object.endsWith('delivery of another') ? await this.webhookOf(another.id) : id;
    return { id, deliveryId: await this.delivery(delivered) };
  }

  private async importRun(object: string, { role, id: actorId }: Actor): Promise<Parameters> {
    const id = createObjectId();
    const kind = staffRoles.includes(role) ? 'user' : 'integration';
    const actor = object === 'own' ? `${kind}:${actorId}` : `${kind}:${createObjectId()}`;
    const expiresAt = new Date(Date.now() + 3_600_000);
    await this.api.dataSource.manager.insert(ImportRun, { id, actor, filename: 'a.json', expiresAt });
    return { id };
  }

  private async webhookOf(integrationId: string | null): Promise<string> {
    const id = createObjectId();
    const now = new Date();
    const row = { id, event: 'post.added', targetUrl: `https://example.com/${id}`, createdAt: now, updatedAt: now };
    await this.api.dataSource.manager.insert(Webhook, { ...row, integrationId });
    return id;
  }

  private async delivery(webhookId: string): Promise<string> {
    const { manager } = this.api.dataSource;
    const [id, subjectId] = [createObjectId(), createObjectId()];
    const event = 'post.added';
    const payload = { current: {}, previous: {} };
    await recordEvent(manager, { subjectType: 'post', subjectId, revision: 1, event, payload });
    const [outboxEvent] = await manager.query<{ id: string }[]>(
      'select id from publishing.outbox where subject_id = $1',
      [subjectId],
    );
    const row = {
      id,
      webhookId,
      outboxEventId: outboxEvent?.id ?? '',
      event,
      status: 'delivered' as const,
      createdAt: new Date(),
    };
    await manager.insert(WebhookDelivery, row);
    return id;
  }
}

/** The query string of the scheduler's route and of bulk routes; empty for other routes. */
export function queryFor(route: string, { key }: Actor, { id }: Parameters): string {
  if (route.endsWith('/bulk') || /^DELETE (posts|pages|members)$/.test(route)) return `?filter=id:'${id ?? ''}'`;
  if (route === 'GET dated') return '?from=2026-01-01&to=2026-02-01';
  return route === 'PUT schedules/:resource/:id' && key ? `?token=${tokenFor(key, '/v3/admin/')}` : '';
}
