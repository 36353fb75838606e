import { Webhook, createObjectId } from '@almanac/entities';
import { permissionTable, reachOf, type Permission, type Reach, type RoleName } from '@almanac/publishing';
import { addPost, addUser } from '@almanac/testing';
import { rowNameOf } from '../src/permissions/route-access';
import { routes, type RouteAccess } from '../src/permissions/routes';
import { type AdminApiUnderTest, callerWithKey, startAdminApi, type StaffRole, tokenFor } from './admin-api';
import type { Answer, Caller } from './caller';

const staffRoles: readonly StaffRole[] = ['Owner', 'Administrator', 'Editor', 'Author', 'Contributor'];
const nobodysId = '0123456789abcdef01234567';
const refusals = [401, 403, 501];

/** The API version a route is asked in: the one it exists in. */
const versionOf = (row: string): 'v2' | 'v3' => (row.startsWith('GET actions/:type') ? 'v2' : 'v3');

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What somebody reaches, and what they do not: each gives a path and a body. */
interface Target {
  path: string;
  body?: unknown;
}
interface Ownership {
  own: () => Promise<Target>;
  others: () => Promise<Target>;
}

describe('who may call which route', () => {
  let api: AdminApiUnderTest;
  let scheduler: Caller;
  let schedulerToken: string;

  beforeAll(async () => {
    api = await startAdminApi();
    const [key] = await api.dataSource.query<{ id: string; secret: string }[]>(
      `select k.id, k.secret from publishing.api_keys k join publishing.roles r on r.id = k.role_id
       where r.name = 'Scheduler Integration'`,
    );
    if (!key) throw new Error('There is no scheduler key.');
    scheduler = callerWithKey(api.app, key);
    schedulerToken = tokenFor(key, '/v3/admin/');
  });
  afterAll(() => api.close());

  const rows = Object.entries(routes).filter(([name]) => !name.includes(' /')) as [string, RouteAccess][];

  async function call(caller: Caller, row: string, target: Partial<Target> = {}): Promise<Answer> {
    const [method = 'GET', pattern = ''] = row.split(' ');
    const path = target.path ?? `${pattern.replace(/:(id|keyId|deliveryId)/g, nobodysId).replace(/:\w+/g, 'x')}/`;
    const body = target.body ?? (method === 'GET' || method === 'DELETE' ? undefined : {});
    return caller.in(versionOf(row)).send(method as Method, path, body);
  }

  describe('the table of routes', () => {
    it('has no row without a route', () => {
      const server = api.app.getHttpAdapter().getInstance();
      const missing = Object.keys(routes).filter((row) => {
        const [method = 'GET', path = ''] = row.split(' ');
        const url = path.startsWith('/') ? path : `/ghost/api/${versionOf(row)}/admin/${path}`;
        return !server.hasRoute({ method: method as Method, url });
      });
      expect(missing).toEqual([]);
    });

    it('names nothing but permissions that exist', () => {
      const named = rows.flatMap(([, { permission }]) => permission ?? []);
      expect(named.filter((permission) => !(permission in permissionTable))).toEqual([]);
    });

    it('leaves nobody but those with a permission behind a door', () => {
      const guarded = rows.filter(([, { audience }]) => audience !== 'public');
      expect(guarded.filter(([, { permission }]) => permission === undefined)).toEqual([]);
    });

    it('opens to anybody only what comes before a session, and the site itself', () => {
      const open = rows.filter(([, { audience }]) => audience === 'public').map(([name]) => name);
      const allowed =
        /^(GET site|POST session|(GET|POST) authentication\/(setup|invitation)|(POST|PUT) authentication\/passwordreset)$/;
      expect(open.filter((name) => !allowed.test(name))).toEqual([]);
    });

    it('reads the name of a row out of a route of any version', () => {
      expect(rowNameOf('HEAD', '/ghost/api/canary/admin/posts/:id')).toBe('GET posts/:id');
      expect(rowNameOf('GET', '/health/live')).toBe('GET /health/live');
    });
  });

  describe.each(rows)('%s', (row, access) => {
    const permission = access.permission ?? 'posts.browse';

    if (access.audience === 'public') {
      it('asks nobody who they are', async () => {
        expect((await call(api.anonymous, row)).error.message).not.toBe('Authorization failed');
      });
      return;
    }

    it('is closed to strangers', async () => {
      const answer = await call(api.anonymous, row);
      expect(answer.status).toBe(access.audience === 'scheduler' ? 401 : 403);
    });

    it.each(staffRoles)('treats %s as the permission table says', async (role) => {
      if (access.audience === 'scheduler' || row === 'DELETE session') return;
      const answer = await call(await api.as(role), row);
      expect(refused(answer)).toBe(reachOf(role, permission) === 'none' ? 403 : false);
    });

    it('treats integrations as the tables say', async () => {
      if (access.audience === 'scheduler') return;
      const answer = await call(api.integration, row);
      expect(refused(answer)).toBe(expectedFor('Admin Integration', access));
    });

    it('treats the scheduler as the tables say', async () => {
      const path = `schedules/posts/${nobodysId}/?token=${schedulerToken}`;
      const answer = access.audience === 'scheduler' ? await scheduler.put(path, {}) : await call(scheduler, row);
      expect(refused(answer)).toBe(expectedFor('Scheduler Integration', access));
    });
  });

  function refused({ status }: Answer): number | false {
    return refusals.includes(status) ? status : false;
  }

  function expectedFor(role: RoleName, { audience, permission }: RouteAccess): number | false {
    if (audience === 'staff') return 501;
    return permission !== undefined && reachOf(role, permission) === 'none' ? 403 : false;
  }

  /** Everything narrower than `any`, with what is inside and outside of it. */
  const narrow: Partial<Record<Permission, (role: RoleName, reach: Reach) => Promise<Ownership>>> = {
    'posts.add': (role) => writing('posts', role),
    'pages.add': (role) => writing('pages', role),
    'posts.edit': (role, reach) => written('posts', role, reach),
    'pages.edit': (role, reach) => written('pages', role, reach),
    'posts.destroy': (role, reach) => written('posts', role, reach),
    'pages.destroy': (role, reach) => written('pages', role, reach),
    'users.edit': (role, reach) => people(role, reach, { users: [{ bio: 'Changed.' }] }),
    'users.destroy': (role, reach) => people(role, reach),
    'users.changePassword': async (role, reach) => {
      const { own, others } = await people(role, reach);
      const change = async (of: () => Promise<Target>): Promise<Target> => {
        const id = (await of()).path.split('/')[1];
        const fields = { newPassword: 'long-enough-42', ne2Password: 'long-enough-42', oldPassword: '-', user_id: id };
        return { path: 'users/password/', body: { password: [fields] } };
      };
      return { own: () => change(own), others: () => change(others) };
    },
    'invites.add': async () => {
      const invite = async (name: RoleName): Promise<Target> => {
        const [role] = await api.dataSource.query<{ id: string }[]>('select id from publishing.roles where name = $1', [
          name,
        ]);
        const email = `${createObjectId()}@example.com`;
        return { path: 'invites/', body: { invites: [{ email, role_id: role?.id }] } };
      };
      return { own: () => invite('Author'), others: () => invite('Administrator') };
    },
    'webhooks.browse': () => webhook('deliveries/'),
    'webhooks.replay': () => webhook('replay/', { replay: [{ from: '2020-01-01T00:00:00.000Z' }] }),
  };

  async function writing(kind: 'posts' | 'pages', role: RoleName): Promise<Ownership> {
    const self = (await api.as(role as StaffRole)).user.id;
    const add = (author: string): Target => ({
      path: `${kind}/`,
      body: { [kind]: [{ title: 'New', authors: [{ id: author }] }] },
    });
    return { own: async () => add(self), others: async () => add('1') };
  }

  async function written(kind: 'posts' | 'pages', role: RoleName, reach: Reach): Promise<Ownership> {
    const self = (await api.as(role as StaffRole)).user.id;
    const make = async (author: string, status: 'draft' | 'published'): Promise<Target> => {
      const type = kind === 'posts' ? 'post' : 'page';
      const post = await addPost(api.dataSource.manager, { type, status, authors: [{ id: author }] });
      const edit = { title: 'Other', updated_at: post.updatedAt?.toISOString() };
      return { path: `${kind}/${post.id}/`, body: { [kind]: [edit] } };
    };
    return {
      own: () => make(self, reach === 'drafts' ? 'draft' : 'published'),
      // For those who reach drafts, their own is out of reach once it is published.
      others: () => make(reach === 'drafts' ? self : '1', 'published'),
    };
  }

  async function people(role: RoleName, reach: Reach, body?: unknown): Promise<Ownership> {
    const self = (await api.as(role as StaffRole)).user.id;
    const target = (id: string): Target => ({ path: `users/${id}/`, body });
    const somebody = async (of: RoleName): Promise<Target> =>
      target((await addUser(api.dataSource.manager, { role: of })).id);
    const own = reach === 'juniors' ? () => somebody('Contributor') : async () => target(self);
    return { own, others: () => somebody(reach === 'juniors' ? 'Administrator' : 'Author') };
  }

  async function webhook(rest: string, body?: unknown): Promise<Ownership> {
    const make = async (integrationId: string | null): Promise<Target> => {
      const id = createObjectId();
      const now = new Date();
      const targetUrl = `https://example.com/${id}`;
      const row = { id, event: 'post.added', targetUrl, integrationId, createdAt: now, updatedAt: now };
      await api.dataSource.manager.insert(Webhook, row);
      return { path: `webhooks/${id}/${rest}`, body };
    };
    return { own: () => make(api.integrationId), others: () => make(null) };
  }

  const narrowed = rows.flatMap(([row, { permission, audience }]) =>
    permission === undefined || row === 'GET webhooks' || row.endsWith(':deliveryId/replay')
      ? []
      : [...staffRoles, 'Admin Integration' as const]
          .filter((role) => !(role === 'Admin Integration' && audience !== 'keys'))
          .map((role) => ({ row, permission, role, reach: reachOf(role, permission) }))
          .filter(({ reach }) => reach !== 'any' && reach !== 'none'),
  );

  it.each(narrowed)(
    'lets $role $row within reach ($reach) and not beyond',
    async ({ row, permission, role, reach }) => {
      const make = narrow[permission];
      if (!make) throw new Error(`${permission} is narrower than any and has no case here.`);
      const caller = role === 'Admin Integration' ? api.integration : await api.as(role);
      const { own, others } = await make(role, reach);
      expect(refused(await call(caller, row, await own()))).toBe(false);
      expect(refused(await call(caller, row, await others()))).toBe(403);
    },
  );
});
