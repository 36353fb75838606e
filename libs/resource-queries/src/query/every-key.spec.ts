import { BadRequestError } from '@almanac/errors';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import * as resources from '../index';
import type { Resource } from '../resource';
import { browse } from './browse';
import { parseBrowseQuery } from './parse-browse-query';
import { runnerOfManager, type RunQuery } from './run-query';

const VALUES = [
  ...['null', 'true', '1', '-0.5', '99999999999', 'x', '2020-01-01', 'now-1d', '[a,b]', '-[1,2.5]', '[true,null]'],
  ...['>1', '>=x', '<99999999999', '<=true', "~'x'"],
];

function isResource(value: unknown): value is Resource<object> {
  return typeof value === 'object' && value !== null && 'filters' in value && value.filters instanceof Map;
}

/** The resources of previews have the keys of the published ones. */
const all = Object.entries(resources).flatMap(([name, value]) =>
  isResource(value) && !name.startsWith('preview') ? [[name, value] as const] : [],
);

describe('every key that requests can name', () => {
  let database: TestDatabase;
  let run: RunQuery;

  beforeAll(async () => {
    database = await createTestDatabase();
    run = runnerOfManager((await database.publishing()).manager);
  });
  afterAll(() => database.drop());

  const list = async (resource: Resource<object>, query: Record<string, string>): Promise<unknown> =>
    browse(run, resource, parseBrowseQuery(query, resource), new Date());

  it.each(all)('can be compared with values of every type: %s', async (_name, resource) => {
    const filters = [...resource.filters.keys()].flatMap((key) => VALUES.map((value) => `${key}:${value}`));
    for (const filter of filters) {
      // The only reason to reject such a filter is a value that is no date.
      await list(resource, { filter }).catch((error: unknown) => {
        if (!(error instanceof BadRequestError)) throw new Error(`The filter ${filter} fails.`, { cause: error });
      });
    }
  });

  it.each(all)('can be in an order, and be included: %s', async (_name, resource) => {
    for (const key of resource.orders.keys()) await list(resource, { order: `${key} desc`, page: '2' });
    for (const include of resource.relations.keys()) await list(resource, { include });
  });
});
