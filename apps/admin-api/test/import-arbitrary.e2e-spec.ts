import type { ImportReport } from '@almanac/publishing';
import fc from 'fast-check';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { postForm } from './multipart';

const RUNS = 15;
const MAX_ROWS = 6;

const hex = (digit: string): string => digit.repeat(24);
/** Few values, so that rows refer to each other and collide. */
const ids = fc.constantFrom<unknown>(
  1,
  '1',
  2,
  '2',
  hex('a'),
  hex('b'),
  'A-UUID',
  '',
  null,
  -1,
  1.5,
  1e30,
  { a: 1 },
  true,
);
const dates = fc.constantFrom<unknown>(
  '2020-01-01T00:00:00.000Z',
  '2020-01-01 00:00:00',
  '0000-00-00 00:00:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+099999-01-01T00:00:00Z',
  1_388_318_240_000,
  1_388_318_240,
  '1388318240000',
  -62_167_219_200_000,
  1e300,
  'yesterday',
  '',
  null,
  false,
);
const texts = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    null,
    'a',
    'b',
    'a, b',
    '#a',
    '\0',
    '\ud800',
    'x'.repeat(3_000),
    7,
    [],
    {},
    '__GHOST_URL__',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const documents = fc.constantFrom<unknown>(
  null,
  '',
  '{',
  '[]',
  '{"version":"0.3.1","sections":[[1,"p",[[0,[],0,"x"]]]]}',
  '{"version":"0.3.1","cards":[["unknown",{}]],"sections":[[10,0],[10,9]]}',
  '{"root":{"children":[{"type":"unknown"},{"type":"paragraph","children":[]}]}}',
  '{"root":{"children":{}}}',
  '{"root":null}',
  { version: '0.3.1', sections: [] },
  ['x'],
);
const htmls = fc.constantFrom<unknown>(
  null,
  '',
  '<p>x',
  '<div>'.repeat(700),
  '</p><b>',
  '<!--',
  '<p>x</p><!--members-only-->',
  3,
);
const words = fc.constantFrom<unknown>(
  'published',
  'draft',
  'scheduled',
  'sent',
  'public',
  'paid',
  'tiers',
  'page',
  'post',
  '',
  null,
  5,
);

const kinds: readonly [RegExp, fc.Arbitrary<unknown>][] = [
  [/(?:^|_)id$/, ids],
  [/_at$|last_seen/, dates],
  [/^(?:mobiledoc|lexical|markdown)$/, documents],
  [/^html$/, htmls],
  [/^(?:status|visibility|type|page|featured|hidden|email_only|subscribed)$/, words],
  [
    /^email$/,
    fc.constantFrom<unknown>(
      'a@x.io',
      'A@X.IO',
      'b@x.io',
      'owner@example.com',
      'no address',
      '',
      null,
      `${'x'.repeat(200)}@x.io`,
    ),
  ],
];

const columns: Readonly<Record<string, string>> = {
  posts:
    'id uuid title slug mobiledoc lexical markdown html type page status visibility featured author_id created_at published_at ' +
    'updated_at unpublish_at custom_excerpt feature_image image comment_id locale canonical_url unknown_column',
  posts_meta: 'id post_id meta_title og_image feature_image_alt email_only',
  posts_tags: 'id post_id tag_id sort_order',
  posts_authors: 'id post_id author_id sort_order',
  tags: 'id name slug parent_id visibility hidden description created_at',
  users: 'id name slug email password status bio website created_at last_seen image',
  roles: 'id name',
  roles_users: 'id role_id user_id',
  members: 'id email name note status subscribed created_at',
  member_subscriptions: 'id member_id provider status started_at plan_amount',
  labels: 'id name slug created_at',
  members_labels: 'id member_id label_id sort_order',
  members_newsletters: 'id member_id newsletter_id',
  settings: 'id key value created_at',
  unknown_table: 'id name',
};

const rowOf = (names: string): fc.Arbitrary<unknown> => {
  const fields = names
    .split(' ')
    .map((name) => [name, kinds.find(([pattern]) => pattern.test(name))?.[1] ?? texts] as const);
  return fc.oneof(
    { weight: 20, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    { weight: 1, arbitrary: texts },
  );
};

const settingKeys = fc.constantFrom(
  'title',
  'navigation',
  'lang',
  'ghost_head',
  'logo',
  'password',
  'active_timezone',
  'x',
);
const setting = fc.record({ id: ids, key: settingKeys, value: fc.oneof(texts, documents), created_at: dates });

const exports = fc.record(
  Object.fromEntries(
    Object.entries(columns).map(([table, names]) => [
      table,
      fc.array(table === 'settings' ? setting : rowOf(names), { maxLength: MAX_ROWS }),
    ]),
  ),
  { requiredKeys: [] },
);

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

const importInto = (data: object): Promise<ApiResponse> =>
  postForm(api.owner, 'db/?keep_staff_access=true', [
    { name: 'importfile', filename: 'export.json', content: JSON.stringify({ data }), type: 'application/json' },
  ]);
const tablesOf = (response: ApiResponse): ImportReport['tables'] =>
  (response.body as { report: ImportReport }).report.tables;

describe('an export with arbitrary values', () => {
  it('is imported without an error, counts every row, and changes nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(exports, async (data) => {
        const first = await importInto(data);
        expect([first.status, first.error.message]).toEqual([200, undefined]);
        for (const { table, read, stored, present, left_out: leftOut } of tablesOf(first)) {
          const counted = stored + present + leftOut.reduce((sum, { rows }) => sum + rows, 0);
          expect([table, counted]).toEqual([table, read]);
        }
        const posts = tablesOf(first).find(({ table }) => table === 'posts');
        expect(posts?.left_out.filter(({ reason }) => reason !== 'The row cannot be read.') ?? []).toEqual([]);
        const second = await importInto(data);
        expect([second.status, tablesOf(second).filter(({ stored }) => stored > 0)]).toEqual([200, []]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 120_000);
});
