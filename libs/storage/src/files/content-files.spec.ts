import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, EntityManager } from 'typeorm';
import { ContentDisk, type StoredFile } from '../content-disk';
import { ContentFiles } from './content-files';

/** Storage in memory that needs some time to store a file. */
class SlowDisk extends ContentDisk {
  readonly stored = new Map<string, string>();

  override find(path: string): Promise<StoredFile | null> {
    const text = this.stored.get(path);
    return Promise.resolve(text === undefined ? null : { bytes: text.length, modifiedAt: new Date(0) });
  }

  override async put(path: string, content: Buffer): Promise<void> {
    await pause(20);
    this.stored.set(path, content.toString());
  }
}

/** A data source whose transactions run one kind of statement: it takes an advisory lock until the transaction ends. */
function lockingSource(): DataSource {
  const source = new DataSource({ type: 'postgres' });
  const locks = new Map<unknown, Promise<void>>();
  const transaction = async <T>(work: (manager: EntityManager) => Promise<T>): Promise<T> => {
    const releases: (() => void)[] = [];
    const manager = new EntityManager(source);
    jest.spyOn(manager, 'query').mockImplementation(async (_statement, values) => {
      const [path]: unknown[] = Array.isArray(values) ? values : [];
      const before = locks.get(path);
      locks.set(path, new Promise((resolve) => releases.push(resolve)));
      await before;
    });
    try {
      return await work(manager);
    } finally {
      for (const release of releases) release();
    }
  };
  return Object.assign(source, { transaction });
}

describe('addChecked', () => {
  const file = (text: string) => ({ content: Buffer.from(text), extension: '.txt', contentType: 'text/plain' });
  let disk: SlowDisk;
  let files: ContentFiles;
  beforeEach(() => {
    disk = new SlowDisk({ storagePath: 'unused', storageRegion: 'none' });
    files = new ContentFiles(disk, lockingSource());
  });

  it('gives concurrent uploads of one name different paths', async () => {
    const paths = await Promise.all(['a', 'b', 'c'].map((text) => files.addChecked('files', 'song', file(text))));
    expect(paths).toEqual(['files/song.txt', 'files/song-1.txt', 'files/song-2.txt']);
    expect([...disk.stored.values()]).toEqual(['a', 'b', 'c']);
  });

  it('does not replace an upload whose name is the next free name of another upload', async () => {
    await files.addChecked('files', 'song', file('first'));
    await Promise.all([
      files.addChecked('files', 'song', file('second')),
      files.addChecked('files', 'song-1', file('third')),
    ]);
    expect([...disk.stored.values()].sort()).toEqual(['first', 'second', 'third']);
  });
});
