import { routeKeyOf } from '../src/permissions/route-access';
import { routes } from '../src/permissions/routes';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse, Caller, Version } from './caller';
import { bodiesWith } from './permission-bodies';
import { callers } from './permission-cells';
import { openRoutes, permissionMatrix } from './permission-matrix';
import { type Actor, PermissionObjects, queryFor } from './permission-objects';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The versions in the order they are tried: every route is tested in the first that has it. */
const versions: readonly Version[] = ['v3', 'v2', 'v5', 'canary'];

describe('permissions of routes and objects', () => {
  let api: AdminApiUnderTest;
  let objects: PermissionObjects;

  beforeAll(async () => {
    api = await startAdminApi();
    objects = new PermissionObjects(api);
  });
  afterAll(() => api.close());

  function hasRoute(route: string, version: Version): boolean {
    const [method = 'GET', path = ''] = route.split(' ');
    const url = path.startsWith('/') ? path : `/ghost/api/${version}/admin/${path}`;
    return api.app
      .getHttpAdapter()
      .getInstance()
      .hasRoute({ method: method as Method, url });
  }

  const versionOf = (route: string): Version => versions.find((version) => hasRoute(route, version)) ?? 'canary';

  async function send(caller: Caller, route: string, object: string, actor: Actor): Promise<ApiResponse> {
    const [method, pattern = ''] = route.split(' ');
    const parameters = await objects.parameters(route, object, actor);
    const { body, headers = {} } = await bodiesWith(objects)(route, object, parameters, actor);
    const fallback: Record<string, string> = { type: 'post', resource: 'posts', name: 'x' };
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? fallback[name] ?? 'absent');
    const url = `${path}/${queryFor(route, actor, parameters)}`;
    return caller
      .in(versionOf(route))
      .with(headers)
      .send(method as Method, url, body);
  }

  describe('the table of routes', () => {
    const names = Object.keys(routes).filter((name) => !name.includes(' /'));

    it('has the same routes as the matrix and the open routes', () => {
      expect(names.sort()).toEqual([...Object.keys(permissionMatrix), ...Object.keys(openRoutes)].sort());
    });

    it('has no entry without a route', () => {
      const missing = Object.keys(routes).filter((name) => !hasRoute(name, versionOf(name)));
      expect(missing).toEqual([]);
    });

    it('requires the permission of the operation in the matrix', () => {
      const expected = Object.entries(permissionMatrix).map(([route, { operation }]) => [route, operation]);
      const actual = Object.keys(permissionMatrix).map((route) => {
        const [noun, action] = routes[route]?.permission?.split('.') ?? [];
        return [route, `${action} ${noun}`];
      });
      expect(actual).toEqual(expected);
    });

    it('finds the entry of a route in any version', () => {
      expect(routeKeyOf('HEAD', '/ghost/api/canary/admin/posts/:id')).toBe('GET posts/:id');
      expect(routeKeyOf('GET', '/health/live')).toBe('GET /health/live');
    });
  });

  it.each(Object.entries(openRoutes))('%s accepts anonymous requests', async (route, status) => {
    const [method, path] = route.split(' ');
    const caller = api.anonymous.in(versionOf(route));
    const response = await caller.send(method as Method, `${path}/`, method === 'GET' ? undefined : {});
    expect(response.status).toBe(status);
  });

  describe.each(Object.entries(permissionMatrix))('%s', (route, { operation, anonymous, objects: cells }) => {
    it('requires authentication', async () => {
      const object = Object.keys(cells).find((name) => !name.startsWith('own')) ?? '-';
      const owner = await objects.actor('Owner');
      const response = await send(api.anonymous, route, object, { ...owner, key: undefined });
      expect(response.status).toBe(anonymous);
    });

    it.each(Object.entries(cells))('responds to %s with the statuses of the matrix', async (object, statuses) => {
      const received: Record<string, number | null> = {};
      for (const [index, role] of callers.entries()) {
        if (statuses[index] === null) continue;
        const actor = await objects.actor(role);
        const response = await send(actor.caller, route, object, actor);
        received[role] = response.status;
        if (response.status === 403) expect(messageOf(response)).toBe(`You do not have permission to ${operation}`);
      }
      const expectedCallers = callers.filter((_, index) => statuses[index] !== null);
      expect(received).toEqual(
        Object.fromEntries(expectedCallers.map((role) => [role, statuses[callers.indexOf(role)]])),
      );
    });
  });

  it.each([
    ['Owner', ['Administrator', 'Author', 'Contributor', 'Editor']],
    ['Administrator', ['Administrator', 'Author', 'Contributor', 'Editor']],
    ['Editor', ['Author', 'Contributor']],
    ['Author', []],
    ['Contributor', []],
  ] as const)('GET roles lists the roles that the %s may assign', async (role, assignable) => {
    const { caller } = await objects.actor(role);
    const response = await caller.get('roles/?permissions=assign');
    expect(response.list('roles').map(({ name }) => name)).toEqual(expect.arrayContaining([...assignable]));
    expect(response.list('roles')).toHaveLength(assignable.length);
  });

  it('an Editor cannot replace an invitation for an Administrator', async () => {
    const [owner, editor] = [await objects.actor('Owner'), await objects.actor('Editor')];
    const invite = async (caller: Caller, role: string): Promise<ApiResponse> => {
      const role_id = await objects.roleId(role);
      return caller.post('invites/', { invites: [{ email: 'invited@example.com', role_id }] });
    };
    const first = await invite(owner.caller, 'Administrator');
    const rejected = await invite(editor.caller, 'Contributor');
    expect([rejected.status, messageOf(rejected)]).toEqual([403, 'You do not have permission to destroy invites']);
    expect((await owner.caller.get(`invites/${String(first.one('invites').id)}/`)).status).toBe(200);
  });

  function messageOf({ error }: ApiResponse): unknown {
    return error.context ?? error.message;
  }
});
