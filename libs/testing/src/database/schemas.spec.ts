import { runMigrations } from '@almanac/entities';
import type { DataSource } from 'typeorm';
import { addMember, addOwner, addPost, addUser } from '../factories/publishing-factories';
import { createTestDatabase, type TestDatabase } from './test-database';

interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
}

const byName = (a: Column, b: Column): number => `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`);

describe.each(['publishing', 'calendar'] as const)('the schema %s', (schema) => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await (schema === 'publishing' ? database.publishing() : database.calendar());
  });
  afterAll(() => database.drop());

  it('has exactly the columns of its entities', async () => {
    const declared: Column[] = source.entityMetadatas.flatMap((entity) =>
      entity.columns.map((column) => ({
        table: entity.tableName,
        column: column.databaseName,
        type: source.driver.normalizeType(column),
        isNullable: column.isNullable,
      })),
    );
    const tables = [...new Set(declared.map(({ table }) => table))];
    const existing = await source.query<(Column & { udt: string })[]>(
      `select table_name as "table", column_name as "column", is_nullable = 'YES' as "isNullable", udt_name as udt, data_type as type
       from information_schema.columns where table_schema = $1 and table_name = any($2)`,
      [schema, tables],
    );
    const found = existing.map(({ table, column, type, isNullable, udt }) => ({
      table,
      column,
      type: type === 'ARRAY' ? source.driver.normalizeType({ type: udt.replace(/^_/, '') }) : type,
      isNullable,
    }));
    expect(found.sort(byName)).toEqual(declared.sort(byName));
  });

  it('can be reverted to nothing and migrated again', async () => {
    for (const _ of source.migrations) await source.undoLastMigration({ transaction: 'each' });
    const left = await source.query<{ name: string }[]>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' and relname <> 'migrations'`,
      [schema],
    );
    expect(left).toEqual([]);
    const reports = await runMigrations({ url: database.url }, [schema]);
    expect(reports[0]?.executed).toHaveLength(source.migrations.length);
  });
});

describe('the publishing schema rejects', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
    await addOwner(source.manager);
  });
  afterAll(() => database.drop());

  it('two users or two members with the same address, ignoring case', async () => {
    await addUser(source.manager, { email: 'one@example.com' });
    await expect(addUser(source.manager, { email: 'ONE@example.com' })).rejects.toThrow('users_email_key');
    await addMember(source.manager, { email: 'one@example.com' });
    await expect(addMember(source.manager, { email: 'One@Example.com' })).rejects.toThrow('members_email_key');
  });

  it('two active complimentary subscriptions of a member', async () => {
    const { id } = await addMember(source.manager, { isPaid: true });
    const again = source.query(
      `insert into publishing.member_subscriptions (id, member_id, provider, status, plan_nickname, started_at, created_at)
       values ('x', $1, 'complimentary', 'active', 'Complimentary', now(), now())`,
      [id],
    );
    await expect(again).rejects.toThrow('member_subscriptions_one_complimentary');
  });

  it('a scheduled post without a date, and a date of unpublishing before that of publishing', async () => {
    await expect(addPost(source.manager, { status: 'scheduled', publishedAt: null })).rejects.toThrow(
      'posts_scheduled_has_date',
    );
    const dates = { publishedAt: new Date('2020-01-02'), unpublishAt: new Date('2020-01-01') };
    await expect(addPost(source.manager, dates)).rejects.toThrow('posts_unpublish_after_publish');
  });

  it('deleting a user who is the author of a post', async () => {
    const author = await addUser(source.manager);
    await addPost(source.manager, { authors: [author] });
    await expect(source.query('delete from publishing.users where id = $1', [author.id])).rejects.toThrow(
      'foreign key',
    );
  });
});
