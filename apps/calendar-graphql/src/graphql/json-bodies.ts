import { BadRequestError } from '@almanac/errors';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';

const GRAPHQL_PATH = '/graphql';
const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;

/** Responds with status 400 to `POST /graphql` requests whose content type is not JSON, before the body is read. */
export function requireJsonBodies(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async ({ method, routeOptions, headers }) => {
      // The path of the route, because the router also accepts other spellings of the URL, e.g. `//graphql`.
      if (method !== 'POST' || routeOptions.url !== GRAPHQL_PATH) return;
      if (JSON_TYPE.test(headers['content-type'] ?? '')) return;
      throw new BadRequestError('The body must be JSON: send it with the header "content-type: application/json".');
    });
}
