import type { ImportReport } from '@almanac/publishing';
import type { QueryRunner } from 'typeorm';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import { postForm } from './multipart';

type Row = Record<string, unknown>;

describe('an import during which another request adds the same row', () => {
  let api: AdminApiUnderTest;
  let other: QueryRunner;
  beforeAll(async () => {
    api = await startAdminApi();
    other = api.dataSource.createQueryRunner();
  });
  afterAll(async () => {
    await other.release();
    await api.close();
  });

  /** Imports while the statement is not committed; it is committed when the import waits for it. */
  async function importDuring(statement: string, data: Record<string, Row[]>): Promise<ImportReport> {
    await other.startTransaction();
    await other.query(statement);
    const content = JSON.stringify({ data });
    const file = { name: 'importfile', filename: 'export.json', content, type: 'application/json' };
    const imported = postForm(api.owner, 'db/', [file]);
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await api.dataSource.query<object[]>(waits)).length === 0);
    await other.commitTransaction();
    const { status, body } = await imported;
    expect([status, body]).toEqual([200, expect.anything()]);
    return (body as { report: ImportReport }).report;
  }

  it.each(['tags', 'labels'])('counts a row of %s as present', async (name) => {
    const row = { id: 'b'.repeat(24), name: 'News', slug: 'news' };
    const report = await importDuring(
      `insert into publishing.${name} (id, name, slug, created_at) values ('${'a'.repeat(24)}', 'News', 'news', now())`,
      { [name]: [row, { id: 2, name: 'Sea', slug: 'sea' }] },
    );
    expect(report.tables.find(({ table }) => table === name)).toMatchObject({ read: 2, stored: 1, present: 1 });
  });
});
