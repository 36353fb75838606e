import fc from 'fast-check';
import { ReadDatabase } from '../src/database/read-database';
import { startTestService, type TestService } from './service';
import { fillSite } from './site';

/** How many filters are tried; the long run is FILTER_FUZZ_COUNT=1000000 with this file alone. */
const count = Number(process.env.FILTER_FUZZ_COUNT ?? 2_000);
/** Stands in every value: no statement may contain it. */
const marker = 'm4rk';

const keys = fc.constantFrom(
  ...'id uuid slug title featured visibility status page published_at created_at custom_excerpt tag tags author authors'.split(
    ' ',
  ),
  ...'primary_tag primary_author tags.name authors.slug tags.visibility count.posts bogus type html password __proto__'.split(
    ' ',
  ),
);
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
  fc.string({ maxLength: 6 }).map((text) => `'${marker}${text.replace(/['\\]/g, '\\$&')}'`),
  fc.stringMatching(/^[a-z0-9-]{1,12}$/),
  fc.integer().map(String),
  fc.constantFrom(
    `'${marker}'' or 1=1 --'`,
    `'${marker}%_\\\\'`,
    `${marker};drop table posts`,
    `'${marker}\u0000'`,
    "'\ud800'",
    '$1',
    `'"${marker}"'`,
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
const condition = fc.tuple(keys, value).map(([key, one]) => `${key}:${one}`);
const { filter: wellFormed } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.tuple(tie('filter'), fc.constantFrom('+', ','), tie('filter')).map((parts) => parts.join('')),
    tie('filter').map((inner) => `(${inner})`),
  ),
}));
/** A filter with a few characters gone, doubled or out of place. */
const damaged = fc
  .tuple(
    wellFormed,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('', "'", '"', '\\', '(', ')', '[', ']', '+', ',', ':', '-', '~', '>', '\u0000', ' ', '%', '🙂'),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([filter, cuts]) =>
    cuts.reduce((text, [at, insert]) => {
      const place = at % (text.length + 1);
      return `${text.slice(0, place)}${insert}${text.slice(place + (insert === '' ? 1 : 0))}`;
    }, filter),
  );
const anyFilter = fc.oneof(
  { weight: 5, arbitrary: wellFormed },
  { weight: 4, arbitrary: damaged },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

const textOf = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;

describe('filters nobody foresaw', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ contentCacheBytes: 0 });
    await fillSite(service.source);
  });
  afterAll(() => service.stop());

  it(
    `are answered with 200 or 400 and never reach the text of a statement (${count} of them)`,
    async () => {
      const outcomes = new Map<string, number>();
      const statements = jest.spyOn(service.app.get(ReadDatabase).pool, 'query');
      const resources = fc.constantFrom('posts', 'pages', 'tags', 'authors');
      await fc.assert(
        fc.asyncProperty(resources, anyFilter, async (resource, filter) => {
          const encoded = encodeURIComponent(Buffer.from(filter).toString());
          const { status, text } = await service.ask(`v3/content/${resource}/?limit=2&fields=id&filter=${encoded}`);
          if (status !== 200 && status !== 400) throw new Error(`${status} for ${filter}: ${text}`);
          expect(JSON.stringify(statements.mock.calls.map(([statement]) => textOf(statement)))).not.toContain(marker);
          statements.mockClear();
          outcomes.set(`${status}`, (outcomes.get(`${status}`) ?? 0) + 1);
        }),
        { numRuns: count },
      );
      expect(outcomes.get('200')).toBeGreaterThan(count / 20);
      expect(outcomes.get('400')).toBeGreaterThan(count / 20);
    },
    Math.max(60_000, count * 20),
  );
});
