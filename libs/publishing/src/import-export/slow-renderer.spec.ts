import { createPublishingDataSource } from '@almanac/entities';
import { LexicalRenderer } from '@almanac/rendering';
import { addOwner, createTestDatabase, lexicalOf, type TestDatabase } from '@almanac/testing';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { systemActor } from '../permissions/actor';
import type { ContentRenderer } from '../posts/post-content';
import { ImportExportService } from './import-export.service';
import type { ImportedRecord, ImportedTables } from './imported-row';

const IDLE_TIMEOUT_MS = 500;

let database: TestDatabase;
let dataSource: DataSource;
let renderer: LexicalRenderer;
beforeAll(async () => {
  renderer = new LexicalRenderer();
  database = await createTestDatabase();
  const limits = { idleInTransactionTimeoutMs: IDLE_TIMEOUT_MS };
  dataSource = await createPublishingDataSource({ url: database.url, limits }).initialize();
  await addOwner(dataSource.manager);
});
afterAll(async () => {
  await renderer.close();
  await dataSource.destroy();
  await database.drop();
});

/** An export with posts only. */
function exportWith(posts: readonly ImportedRecord[]): ImportedTables {
  return {
    version: '5.87.1',
    totals: new Map([['posts', posts.length]]),
    count: (table) => (table === 'posts' ? posts.length : 0),
    async *rows(table) {
      if (table === 'posts') yield posts;
    },
  };
}

describe('an import', () => {
  it('waits for the renderer longer than the limit for idle transactions', async () => {
    const slowRenderer: ContentRenderer = {
      render: async (...document) => {
        await pause(2 * IDLE_TIMEOUT_MS);
        return renderer.render(...document);
      },
      fromHtml: (html) => renderer.fromHtml(html),
      mobiledocFromHtml: (html) => renderer.mobiledocFromHtml(html),
    };
    const tables = exportWith([{ id: 'a', slug: 'slow', title: 'Slow', lexical: lexicalOf('Text') }]);
    const context = { dataSource, siteUrl: 'https://example.com', renderer: slowRenderer, encryptionKey: '' };
    const service = new ImportExportService({ ...context, clock: { now: () => new Date() } });
    await service.import(systemActor, tables, { keepsStaffAccess: false });
    const rows = await dataSource.query<unknown[]>(`select html from publishing.posts where slug = 'slow'`);
    expect(rows).toEqual([{ html: '<p>Text</p>' }]);
  });
});
