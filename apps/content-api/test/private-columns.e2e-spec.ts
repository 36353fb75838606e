import { startTestService, type TestService } from './service';
import { fillSite } from './site';

/** Public columns. Every other column must behave as if it did not exist. */
const listed: Record<string, string[]> = {
  posts:
    'id uuid title slug comment_id feature_image featured visibility created_at updated_at published_at custom_excerpt codeinjection_head codeinjection_foot custom_template canonical_url'.split(
      ' ',
    ),
  tags: 'id name slug description feature_image visibility meta_title meta_description'.split(' '),
  users:
    'id name slug profile_image cover_image bio website location facebook twitter meta_title meta_description'.split(
      ' ',
    ),
};
/** Columns that decide what is published, or that responses contain anyway. */
const decisive: Record<string, string[]> = {
  posts: ['type', 'status', 'email_only', 'html', 'plaintext'],
  tags: [],
  // The default order of authors depends on them.
  users: ['last_seen', 'created_at'],
};
const resources = ['posts', 'pages', 'tags', 'authors'];
const operators = [
  'A',
  '-A',
  '[A,x]',
  '-[A,x]',
  ">'A'",
  "<='A'",
  "~'A'",
  "~^'A'",
  "-~$'A'",
  'null',
  '-null',
  'true',
  '>now-3d',
];
/** One operator of each kind, for tests with every spelling of every column. */
const comparisons = ['A', '-[A,x]', ">'A'", "~'A'"];

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
}

/** Two values of a type that filters and orders can distinguish. */
function valuesOf({ type }: Column): [string, string] {
  if (type === 'boolean') return ['true', 'false'];
  if (type.startsWith('timestamp')) return [`'2300-01-01'`, `'2301-01-01'`];
  if (type === 'integer') return ['1', '99999'];
  return [`'A' || t.id`, `'zzz' || t.id`];
}

describe('private columns', () => {
  let service: TestService;
  let columns: Column[];

  beforeAll(async () => {
    service = await startTestService({ contentCacheBytes: 0 });
    await fillSite(service.source);
    columns = await service.source.query<Column[]>(
      `select table_name as "table", column_name as name, data_type as type, is_nullable = 'YES' as "isNullable"
       from information_schema.columns where table_schema = 'publishing' and table_name = any($1) order by 1, 2`,
      [Object.keys(listed)],
    );
  });
  afterAll(() => service.stop());

  /** Requests of every kind that name a column, for every resource. */
  function requestsFor(name: string): string[] {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const spellings = [...new Set([name, camel, `tags.${name}`, `authors.${name}`])];
    const unlisted = (resource: string): string[] =>
      spellings.filter((spelling) => {
        const [table = '', column] = spelling.includes('.') ? spelling.split('.') : [resource, spelling];
        const owner = { pages: 'posts', authors: 'users' }[table] ?? table;
        return !listed[owner]?.includes(column ?? '');
      });
    return resources.flatMap((resource) => [
      ...unlisted(resource).flatMap((spelling) => [
        ...comparisons.map((operator) => `${resource}/?filter=${encodeURIComponent(`${spelling}:${operator}`)}`),
        `${resource}/?order=${spelling}%20asc`,
        `${resource}/?order=${spelling}%20desc,id%20asc`,
        `${resource}/?fields=id,${spelling}`,
        `${resource}/?fields=slug&include=${spelling}`,
      ]),
    ]);
  }

  const responsesTo = async (paths: string[]): Promise<string[]> => {
    const replies: string[] = [];
    for (const path of paths) {
      const { status, text } = await service.getText(`v3/content/${path}`);
      expect([200, 400]).toContain(status);
      replies.push(`${path}: ${status} ${text}`);
    }
    return replies;
  };

  it('include those of the test', () => {
    const names = columns.map(({ table, name }) => `${table}.${name}`);
    expect(names).toEqual(
      expect.arrayContaining(['users.email', 'users.password', 'posts.mobiledoc', 'tags.revision']),
    );
  });

  it('change no response: two sites that differ in one of them send the same', async () => {
    const hidden = columns.filter(
      ({ table, name }) => !listed[table]?.includes(name) && !decisive[table]?.includes(name),
    );
    expect(hidden.length).toBeGreaterThan(20);
    for (const column of hidden) {
      const paths = requestsFor(column.name);
      const [first, second] = valuesOf(column);
      const { table, name } = column;
      await service.source.query(`create table public.kept as select id, ${name} as value from publishing.${table}`);
      const responses: string[][] = [];
      for (const value of [first, second]) {
        const where = name === 'unpublish_at' ? 'published_at is not null' : 'true';
        await service.source.query(`update publishing.${table} t set ${name} = ${value} where ${where}`);
        responses.push(await responsesTo(paths));
      }
      await service.source.query(
        `update publishing.${table} t set ${name} = kept.value from kept where kept.id = t.id`,
      );
      await service.source.query('drop table public.kept');
      expect(responses[0]).toEqual(responses[1]);
    }
  }, 300_000);

  it('behave exactly as columns that do not exist', async () => {
    const unknown = 'no_such_column';
    for (const [table, resource] of [
      ['posts', 'posts'],
      ['posts', 'pages'],
      ['tags', 'tags'],
      ['users', 'authors'],
    ] as const) {
      const hidden = columns.filter(
        ({ table: owner, name }) => owner === table && !listed[table]?.includes(name) && name !== 'status',
      );
      for (const { name } of hidden) {
        for (const template of operators
          .map((operator) => `filter=NAME:${operator}`)
          .concat('order=NAME desc', 'fields=NAME')) {
          if (template === 'fields=NAME' && decisive[table]?.includes(name)) continue;
          const [response, reference] = [name, unknown].map((column) =>
            service.getText(
              `v3/content/${resource}/?${template.replace('NAME', column).replace(/[~^<>' ]/g, encodeURIComponent)}`,
            ),
          );
          const [{ status, text } = { status: 0, text: '' }, other] = [await response, await reference];
          expect({ name, template, status, text }).toEqual({
            name,
            template,
            status: other?.status,
            // The error repeats the name of the column; nothing else may differ.
            text: other?.text.replace(`\\"${unknown}\\"`, `\\"${name}\\"`),
          });
        }
      }
    }
  }, 300_000);

  it('gated bodies change no response: two sites that differ in them send the same', async () => {
    const texts = ['<p>Secret of the north pole</p>', '<p>Poems in the south seas</p>'];
    const paths = ['posts', 'pages'].flatMap((resource) =>
      ['html', 'plaintext', 'mobiledoc', 'excerpt'].flatMap((name) => [
        ...operators.map(
          (operator) => `${resource}/?filter=${encodeURIComponent(`${name}:${operator.replace('A', 'Secret')}`)}`,
        ),
        `${resource}/?order=${name}%20asc`,
        `${resource}/?formats=html,plaintext&fields=id,${name}`,
        `${resource}/?formats=html,plaintext`,
      ]),
    );
    const responses: string[][] = [];
    for (const html of texts) {
      await service.source.query(
        `update publishing.posts set html = $1, plaintext = $2, mobiledoc = $2 where visibility <> 'public'`,
        [html, html.replace(/<[^>]*>/g, '')],
      );
      responses.push(await responsesTo(paths));
    }
    expect(responses[0]).toEqual(responses[1]);
  });
});
