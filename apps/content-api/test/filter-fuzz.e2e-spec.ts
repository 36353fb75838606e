import fc from 'fast-check';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text as textFrom } from 'node:stream/consumers';
import { ContentDatabase } from '../src/database/content-database';
import { startTestService, type TestService } from './service';
import { fillSite } from './site';

/** Number of filters; for a long run, set FILTER_FUZZ_COUNT=1000000 and run only this file. */
const COUNT = Number(process.env.FILTER_FUZZ_COUNT ?? 2_000);
/** Part of every value. No statement may contain it. */
const MARKER = 'm4rk';

/** The properties that each resource can be filtered by. */
const keysOf = {
  posts:
    'id uuid slug title featured visibility status page published_at created_at custom_excerpt tag tags author authors primary_tag primary_author tags.name authors.slug tags.visibility',
  pages: 'id slug title featured visibility page published_at updated_at tag author primary_tag authors.name',
  tags: 'id name slug description visibility feature_image meta_title',
  authors: 'id name slug bio website location cover_image',
  tiers: 'id name slug description active type currency monthly_price yearly_price trial_days created_at',
  newsletters: 'id uuid name slug status subscribe_on_signup sort_order header_image updated_at',
};
type ResourceKey = keyof typeof keysOf;
const unknownKeys = fc.constantFrom(...'count.posts bogus type html plaintext password email __proto__'.split(' '));
const dates = fc.constantFrom('now-30d', 'now+1M', '2020-01-01', "'2020-01-01 10:00:00'", '>now-2h', '<=2019-12-31');

const word = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    'false',
    'now-30d',
    'now+1M',
    'now-99999999y',
    '2020-01-01',
    '0',
    '007',
    '1e309',
    '-1',
    'a',
    'é',
    'open',
  ),
  fc.string({ maxLength: 6 }).map((text) => `'${MARKER}${text.replace(/['\\]/g, '\\$&')}'`),
  fc.stringMatching(/^[a-z0-9-]{1,12}$/),
  fc.integer().map(String),
  fc.constantFrom(
    `'${MARKER}'' or 1=1 --'`,
    `'${MARKER}%_\\\\'`,
    `${MARKER};drop table posts`,
    `'${MARKER}\u0000'`,
    "'\ud800'",
    '$1',
    `'"${MARKER}"'`,
  ),
);
const value = fc.oneof(
  word,
  fc
    .tuple(fc.constantFrom('-', '>', '>=', '<', '<=', '~', '~^', '~$', '-~', '-~^', '!', '='), word)
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('[', '-['), fc.array(word, { maxLength: 4 }), fc.constantFrom(',', '+'))
    .map(([open, words, glue]) => `${open}${words.join(glue)}]`),
);

function conditionsOf(resource: ResourceKey): fc.Arbitrary<string> {
  const known = fc.constantFrom(...keysOf[resource].split(' '));
  const keys = fc.oneof({ weight: 19, arbitrary: known }, { weight: 1, arbitrary: unknownKeys });
  return keys.chain((key) => {
    const fitting = key.endsWith('_at') ? fc.oneof({ weight: 4, arbitrary: dates }, value) : value;
    return fitting.map((one) => `${key}:${one}`);
  });
}

function wellFormedFor(resource: ResourceKey): fc.Arbitrary<string> {
  const { filter } = fc.letrec<{ filter: string }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      conditionsOf(resource),
      fc.tuple(tie('filter'), fc.constantFrom('+', ','), tie('filter')).map((parts) => parts.join('')),
      tie('filter').map((inner) => `(${inner})`),
    ),
  }));
  return filter;
}

/** A filter with one to three characters removed or inserted. */
function damaged(wellFormed: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const inserts = ['', ...`'"\\()[]+,:-~>\u0000 %`, '🙂'];
  const cuts = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...inserts)), { minLength: 1, maxLength: 3 });
  return fc.tuple(wellFormed, cuts).map(([filter, places]) =>
    places.reduce((text, [at, insert]) => {
      const place = at % (text.length + 1);
      return `${text.slice(0, place)}${insert}${text.slice(place + (insert === '' ? 1 : 0))}`;
    }, filter),
  );
}

function filtersFor(resource: ResourceKey): fc.Arbitrary<[ResourceKey, string]> {
  const wellFormed = wellFormedFor(resource);
  const filters = fc.oneof(
    { weight: 6, arbitrary: wellFormed },
    { weight: 3, arbitrary: damaged(wellFormed) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );
  return filters.map((filter) => [resource, filter]);
}

/** Concurrent requests. */
const IN_FLIGHT = 8;

const anyFilter = fc.oneof(...(['posts', 'pages', 'tags', 'authors', 'tiers', 'newsletters'] as const).map(filtersFor));
const batches = fc.array(anyFilter, { minLength: IN_FLIGHT, maxLength: IN_FLIGHT });

const textOf = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;

describe('random filters', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  let service: TestService;
  let origin: string;
  let pool: ContentDatabase['pool'];

  /** Requests a list over a socket. */
  async function list(resource: string, filter: string): Promise<{ status: number; text: string }> {
    const query = `limit=2&fields=id&filter=${encodeURIComponent(Buffer.from(filter).toString())}`;
    const url = `${origin}/ghost/api/v5/content/${resource}/?key=${service.contentKey.secret}&${query}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent }, resolve).on('error', reject);
    });
    return { status: response.statusCode ?? 0, text: await textFrom(response) };
  }

  beforeAll(async () => {
    service = await startTestService({ contentCacheBytes: 0 });
    await fillSite(service.source);
    pool = service.app.get(ContentDatabase).pool;
    // No timeouts: a debugger or a busy machine can stop the run for a while.
    Object.assign(service.app.getHttpServer(), { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
    await service.app.listen(0, '127.0.0.1');
    origin = await service.app.getUrl();
  });
  afterAll(async () => {
    agent.destroy();
    await service.stop();
  });

  it(
    `get 200 or 400, fail in no statement, and put no value into the text of a statement (${COUNT} filters)`,
    async () => {
      const outcomes: Record<number, number> = {};
      const statements = jest.spyOn(pool, 'query');
      await fc.assert(
        fc.asyncProperty(batches, async (filters) => {
          const responses = await Promise.all(filters.map(([resource, filter]) => list(resource, filter)));
          for (const [index, { status, text }] of responses.entries()) {
            if (status !== 200 && status !== 400)
              throw new Error(`${status} for ${filters[index]?.join(': ')}: ${text}`);
            outcomes[status] = (outcomes[status] ?? 0) + 1;
          }
          expect(JSON.stringify(statements.mock.calls.map(([statement]) => textOf(statement)))).not.toContain(MARKER);
          // A failed statement rejects here, even if the service has handled its error.
          await Promise.all(statements.mock.results.map(({ value }) => value));
          statements.mockClear();
        }),
        { numRuns: Math.ceil(COUNT / IN_FLIGHT) },
      );
      process.stdout.write(`filters by status: ${JSON.stringify(outcomes)}\n`);
      expect(outcomes[200]).toBeGreaterThan(COUNT / 20);
      expect(outcomes[400]).toBeGreaterThan(COUNT / 20);
    },
    Math.max(600_000, COUNT * 60),
  );
});
