import { createPublishingDataSource } from '@almanac/entities';
import { ContentDisk, ContentFiles } from '@almanac/storage';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

/** Long enough for the steps before the upload locks its path, also on a busy machine. */
const IDLE_TIMEOUT_MS = 1_000;

/** Stores files more slowly than PostgreSQL permits a transaction to run no statement. */
class SlowDisk extends ContentDisk {
  override async put(...file: Parameters<ContentDisk['put']>): Promise<void> {
    await pause(1.5 * IDLE_TIMEOUT_MS);
    await super.put(...file);
  }
}

describe('a storage that takes long', () => {
  let database: TestDatabase;
  let source: DataSource;
  let storagePath: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const limits = { idleInTransactionTimeoutMs: IDLE_TIMEOUT_MS };
    source = await createPublishingDataSource({ url: database.url, limits }).initialize();
    storagePath = await mkdtemp(join(tmpdir(), 'almanac-slow-'));
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
    await rm(storagePath, { recursive: true });
  });

  it('stores a file, and leaves the time limit of later transactions unchanged', async () => {
    const files = new ContentFiles(new SlowDisk({ storagePath, storageRegion: 'us-east-1' }), source);
    const file = { content: Buffer.from('a'), extension: '.txt', contentType: 'text/plain' };
    expect(await files.addChecked('files/2026/11', 'long', file)).toBe('files/2026/11/long.txt');
    const rows = await source.query<{ limitMs: number }[]>(
      `select setting::int as "limitMs" from pg_settings where name = 'idle_in_transaction_session_timeout'`,
    );
    expect(rows).toEqual([{ limitMs: IDLE_TIMEOUT_MS }]);
  });

  it('does not replace an upload whose name is the next free name of another upload', async () => {
    const files = new ContentFiles(new SlowDisk({ storagePath, storageRegion: 'us-east-1' }), source);
    const add = (stem: string, text: string): Promise<string> => {
      const file = { content: Buffer.from(text), extension: '.txt', contentType: 'text/plain' };
      return files.addChecked('files/2026/11', stem, file);
    };
    await add('song', 'first');
    // The second `song` gets the name `song-1.txt`, if it is still free.
    const paths = await Promise.all([add('song', 'second'), add('song-1', 'third')]);
    const texts = await Promise.all(paths.map((path) => readFile(join(storagePath, path), 'utf8')));
    expect(texts).toEqual(['second', 'third']);
  });
});
