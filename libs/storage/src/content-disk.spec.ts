import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

describe('ContentDisk with a bucket', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function diskOf(respond: RequestListener): Promise<ContentDisk> {
    const listening = (server = createServer(respond));
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const settings = {
      storagePath: '',
      storageBucket: 'bucket',
      storageRegion: 'us-east-1',
      storageEndpoint: `http://127.0.0.1:${port}`,
      storageAccessKeyId: 'id',
      storageSecretAccessKey: 'secret',
    };
    return new ContentDisk(settings, { connectMs: 1_000, idleMs: 200 });
  }

  it('finds a file, or that there is none, with one request', async () => {
    const requests: string[] = [];
    const disk = await diskOf(({ method, url }, response) => {
      requests.push(`${method} ${url}`);
      const headers = { 'content-length': 3, 'last-modified': 'Sun, 01 Nov 2026 00:00:00 GMT' };
      response.writeHead(url === '/bucket/images/a.png' ? 200 : 404, headers).end();
    });
    expect(await disk.find('images/a.png')).toEqual({ bytes: 3, modifiedAt: new Date('2026-11-01T00:00:00Z') });
    expect(await disk.find('images/b.png')).toBeNull();
    expect(requests).toEqual(['HEAD /bucket/images/a.png', 'HEAD /bucket/images/b.png']);
  });

  it('does not take a refused request for the absence of the file', async () => {
    const disk = await diskOf((_request, response) => void response.writeHead(403).end());
    await expect(disk.find('images/a.png')).rejects.toThrow();
  });

  it.each<[string, (disk: ContentDisk) => Promise<unknown>]>([
    ['find', (disk) => disk.find('images/a.png')],
    ['put', (disk) => disk.put('images/a.png', Buffer.from('abc'), 'image/png')],
    ['read', (disk) => disk.read('images/a.png')],
  ])('%s gives up when the bucket never responds', async (_name, request) => {
    const disk = await diskOf(() => undefined);
    await expect(request(disk)).rejects.toThrow();
  });
});
