import { LexicalRenderer } from '@almanac/rendering';
import { addPost, addTag, createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { systemActor } from '../permissions/actor';
import { ImportExportService } from './import-export.service';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.publishing();
});
afterAll(() => database.drop());

describe('the deletion of all content', () => {
  it('deletes every post and tag, at most 1,000 with one statement', async () => {
    const { manager } = dataSource;
    const tag = await addTag(manager);
    await addPost(manager, { tags: [tag] });
    await manager.query(
      `insert into publishing.posts (id, uuid, title, slug, created_at, created_by)
       select lpad(n::text, 24, '0'), gen_random_uuid(), n, n, now(), '1' from generate_series(1, 2500) n`,
    );
    await manager.query(
      `insert into publishing.tags (id, name, slug, created_at)
       select lpad(n::text, 24, '0'), n, n, now() from generate_series(1, 2500) n`,
    );
    await manager.query(`
      create function publishing.limit_rows() returns trigger language plpgsql as $$ begin
        if (select count(*) from deleted) > 1000 then raise exception 'too many rows'; end if;
        return null;
      end $$`);
    for (const table of ['posts', 'tags']) {
      await manager.query(`
        create trigger limit_rows after delete on publishing.${table}
          referencing old table as deleted for each statement execute function publishing.limit_rows()`);
    }
    const context = { dataSource, siteUrl: 'https://example.com', renderer: new LexicalRenderer(), encryptionKey: '' };
    await new ImportExportService({ ...context, clock: { now: () => new Date() } }).deleteAll(systemActor);
    const counts = await manager.query<unknown[]>(
      `select (select count(*) from publishing.posts) as posts, (select count(*) from publishing.tags) as tags`,
    );
    expect(counts).toEqual([{ posts: '0', tags: '0' }]);
  });
});
