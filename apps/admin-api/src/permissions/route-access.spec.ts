import fastify from 'fastify';
import { collectRoutes } from './route-access';

describe('collectRoutes', () => {
  async function serverWith(...paths: string[]) {
    const server = fastify();
    const collected = collectRoutes(server);
    for (const path of paths) server.get(path, async () => 'ok');
    await server.ready();
    return collected;
  }

  it('accepts routes that all have a rule', async () => {
    const { assertAllHaveRules } = await serverWith('/ghost/api/v2/admin/site', '/ghost/api/canary/admin/posts/:id');
    expect(assertAllHaveRules).not.toThrow();
  });

  it('throws an error with the routes that have no rule', async () => {
    const { assertAllHaveRules } = await serverWith('/ghost/api/v3/admin/site', '/ghost/api/v3/admin/secrets/:id');
    expect(assertAllHaveRules).toThrow('Routes without a rule in permissions/routes.ts: GET secrets/:id');
  });
});
