import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentDisk } from './content-disk';

describe('ContentDisk with a folder', () => {
  let storagePath: string;
  let disk: ContentDisk;
  beforeAll(async () => {
    storagePath = await mkdtemp(join(tmpdir(), 'almanac-disk-'));
    disk = new ContentDisk({ storagePath, storageRegion: 'us-east-1' });
    await disk.put('images/a.png', Buffer.from('abc'), 'image/png');
  });
  afterAll(() => rm(storagePath, { recursive: true }));

  it('finds a stored file', async () => {
    expect(await disk.find('images/a.png')).toMatchObject({ bytes: 3 });
  });

  it.each([
    ['an unknown name', 'images/b.png'],
    ['a folder', 'images'],
    ['a path below a file', 'images/a.png/b.png'],
    ['a name that is too long for a file system', `images/${'a'.repeat(300)}.png`],
  ])('finds nothing under %s', async (_name, path) => {
    expect(await disk.find(path)).toBeNull();
  });
});
