import fastify from 'fastify';
import { watchRoutes } from './route-access';

describe('watchRoutes', () => {
  async function serverWith(...paths: string[]) {
    const server = fastify();
    const watch = watchRoutes(server);
    for (const path of paths) server.get(path, async () => 'ok');
    await server.ready();
    return watch;
  }

  it('is content when every route has a row', async () => {
    const { assertAllHaveRows } = await serverWith('/ghost/api/v2/admin/site', '/ghost/api/canary/admin/posts/:id');
    expect(assertAllHaveRows).not.toThrow();
  });

  it('names the routes nobody decided about, so that the service does not start', async () => {
    const { assertAllHaveRows } = await serverWith('/ghost/api/v3/admin/site', '/ghost/api/v3/admin/secrets/:id');
    expect(assertAllHaveRows).toThrow('Routes without a row in permissions/routes.ts: GET secrets/:id');
  });
});
