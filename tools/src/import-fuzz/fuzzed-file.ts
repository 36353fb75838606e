import { zipOf } from '@almanac/testing';
import type { SeededRandom } from '../faults/random';
import { contentOf, dateOf, idOf, oddValue, oneOf } from './odd-values';

/** A generated file to import. */
export interface FuzzedFile {
  filename: string;
  content: Buffer;
  /** The number of rows of each table; undefined when the file is damaged, or its import fails as a whole. */
  rows?: Readonly<Record<string, number>>;
}

type Row = Record<string, unknown>;

/** The probabilities of an odd value in a column, of a repeated row, and of an odd value in place of a row. */
const ODD_COLUMN = 0.06;
const DUPLICATE_ROW = 0.05;
const NO_ROW = 0.02;

/** Creates the rows of one file, and stores their ids for references. */
class Rows {
  #next: number;
  readonly ids: Record<string, unknown[]> = {};

  constructor(
    private readonly random: SeededRandom,
    fileNumber: number,
  ) {
    this.#next = fileNumber * 10_000;
  }

  /** Creates rows. @param columns returns the columns of a row by its number */
  add(table: string, count: number, columns: (number: number) => Row): unknown[] {
    const rows: unknown[] = [];
    for (let index = 0; index < count; index += 1) {
      this.#next += 1;
      const row = { id: idOf(this.random, this.#next), ...columns(this.#next) };
      for (const name of Object.keys(row))
        if (this.random.next() < ODD_COLUMN) Object.assign(row, { [name]: oddValue(this.random) });
      this.ids[table] = [...(this.ids[table] ?? []), row.id];
      rows.push(this.random.next() < NO_ROW ? oddValue(this.random) : row);
      if (this.random.next() < DUPLICATE_ROW) rows.push(row);
    }
    return rows;
  }

  /** The id of a row of a table; sometimes an odd value, and undefined if the table has no rows. */
  reference(table: string): unknown {
    const ids = this.ids[table] ?? [];
    return this.random.next() < 0.1 ? oddValue(this.random) : ids[Math.floor(this.random.next() * ids.length)];
  }
}

function contentTables(random: SeededRandom, rows: Rows): Record<string, unknown[]> {
  /** A random number of rows. */
  const some = (most: number): number => random.between(0, most);
  return {
    users: rows.add('users', some(4), (n) => ({ name: `User ${n}`, slug: `user-${n}`, email: `u${n}@x.io` })),
    tags: rows.add('tags', some(7), (n) => ({ name: `Tag ${n}`, slug: `tag-${n}`, created_at: dateOf(random) })),
    posts: rows.add('posts', 1 + some(14), (n) => ({
      ...{ title: `Post ${n}`, slug: `post-${n}`, featured: random.pick([0, 1, true]), published_at: dateOf(random) },
      status: random.pick(['published', 'draft', 'scheduled', 'sent', 'unheard-of']),
      visibility: random.pick(['public', 'members', 'paid', 'tiers', 'product:gold', '']),
      type: random.pick(['post', 'page', 'unheard-of']),
      ...contentOf(random),
    })),
  };
}

/** Tables that refer to other tables, further tables, and a table that Almanac does not know. */
function otherTables(random: SeededRandom, rows: Rows): Record<string, unknown[]> {
  const some = (most: number): number => random.between(0, most);
  /** Rows that link rows of two tables. */
  const pair = (table: string, most: number, [first, second]: [string, string]): unknown[] =>
    rows.add(table, some(most), (n) => ({
      [`${first.slice(0, -1)}_id`]: rows.reference(first),
      [`${second === 'users' ? 'author' : second.slice(0, -1)}_id`]: rows.reference(second),
      sort_order: n,
    }));
  return {
    posts_meta: rows.add('posts_meta', some(5), () => ({ post_id: rows.reference('posts'), meta_title: 'Meta' })),
    posts_tags: pair('posts_tags', 14, ['posts', 'tags']),
    posts_authors: pair('posts_authors', 14, ['posts', 'users']),
    members: rows.add('members', some(7), (n) => ({ email: `m${n}@x.io`, created_at: dateOf(random), subscribed: 1 })),
    labels: rows.add('labels', some(3), (n) => ({ name: `Label ${n}`, slug: `label-${n}` })),
    members_labels: pair('members_labels', 5, ['members', 'labels']),
    settings: rows.add('settings', some(3), () => ({
      key: random.pick(['title', 'navigation', 'x']),
      value: oddValue(random),
    })),
    unheard_of: rows.add('unheard_of', some(3), () => ({ anything: oddValue(random) })),
  };
}

function tablesOf(random: SeededRandom, number: number): Record<string, unknown[]> {
  const rows = new Rows(random, number);
  const tables = { ...contentTables(random, rows), ...otherTables(random, rows) };
  return Object.fromEntries(Object.entries(tables).sort(() => random.next() - 0.5));
}

/** The JSON of an export in one of the formats that exports have. */
function wrap(random: SeededRandom, data: unknown): string {
  const meta = {
    exported_on: oddValue(random),
    version: oneOf<unknown>(random, ['003', '1.20.0', '5.87.1', '99.0.0', 5, null]),
  };
  return JSON.stringify(oneOf<object>(random, [{ db: [{ meta, data }] }, { meta, data }, { data }]));
}

/** Creates a file. @param number makes ids and slugs different from those of other files */
export function fuzzedFile(random: SeededRandom, number: number): FuzzedFile {
  const tables = tablesOf(random, number);
  const json = wrap(random, tables);
  const rows = Object.fromEntries(Object.entries(tables).map(([table, list]) => [table, list.length]));
  const kinds: [() => FuzzedFile, ...(() => FuzzedFile)[]] = [
    () => jsonFile(json, rows),
    () => jsonFile(json, rows),
    () => jsonFile(json, rows),
    () => jsonFile(json.replaceAll('"slug":', '"slug":"twice","slug":'), rows),
    () => jsonFile(json.slice(0, Math.floor(random.next() * json.length))),
    () => jsonFile(json.replace('[', '['.repeat(100))),
    () => jsonFile(wrap(random, oddValue(random))),
    () => jsonFile(wrap(random, { ...tables, tags: oddValue(random) })),
    () =>
      zipFile(
        [
          { name: 'a/b/c/site.json', content: json, isDeflated: true },
          { name: 'content/images/x.png', content: 'x' },
        ],
        rows,
      ),
    () => zipFile([{ name: 'inner.zip', content: zipOf([{ name: 'site.json', content: json }]) }]),
    () => ({ filename: 'a.zip', content: zipOf([{ name: 'site.json', content: json }]).subarray(0, 100) }),
  ];
  return oneOf(random, kinds)();
}

function jsonFile(json: string, rows?: Record<string, number>): FuzzedFile {
  return { filename: 'site.json', content: Buffer.from(json), rows };
}

function zipFile(entries: Parameters<typeof zipOf>[0], rows?: Record<string, number>): FuzzedFile {
  return { filename: 'site.zip', content: zipOf(entries), rows };
}
