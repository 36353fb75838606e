import { ContentDisk, type ContentArea, ContentFiles } from '@almanac/storage';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';

const MP3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(97, 1)]);
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(88)]);
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
const PAGE = Buffer.from('<html><script>alert(1)</script></html>');
const NOW = new Date('2026-11-05T00:00:00Z');

let api: AdminApiUnderTest;
let folder: string;
let files: ContentFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-content-'));
  api = await startAdminApi({ environment: { storagePath: folder } });
  files = new ContentFiles(new ContentDisk({ storagePath: folder, storageRegion: 'none' }), api.dataSource);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const receive = (area: ContentArea, filename: string, bytes: Buffer, mimeType = 'application/octet-stream') =>
  files.receive(area, { filename, mimeType, stream: Readable.from([bytes]) });

async function add(...upload: Parameters<typeof receive>): Promise<string> {
  const file = await receive(...upload);
  try {
    return await file.store(NOW);
  } finally {
    await file.discard();
  }
}
const get = (path: string, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  api.anonymous.with(headers).get(`/content/${path}`);

describe('an uploaded file', () => {
  it.each<[ContentArea, string, Buffer, string, string, string]>([
    ['media', 'my song.mp3', MP3, 'media/2026/11/my-song.mp3', 'audio/mpeg', 'inline'],
    ['media', 'film.MP4', MP4, 'media/2026/11/film.mp4', 'video/mp4', 'inline'],
    ['media', 'film_thumb.gif', GIF, 'media/2026/11/film_thumb.gif', 'image/gif', 'inline'],
    ['files', 'report.pdf', PAGE, 'files/2026/11/report.pdf', 'application/pdf', 'inline'],
    ['files', 'page.html', PAGE, 'files/2026/11/page.html', 'application/octet-stream', 'attachment'],
    ['files', 'image@2x', PAGE, 'files/2026/11/image@2x', 'application/octet-stream', 'attachment'],
    ['images', 'logo@2x.gif', GIF, 'images/2026/11/logo@2x.gif', 'image/gif', 'inline'],
  ])('of %s named %s is stored and served with a safe type', async (area, name, bytes, path, type, disposition) => {
    expect(await add(area, name, bytes)).toBe(path);
    const served = await get(path);
    expect([served.status, served.headers]).toMatchObject([
      200,
      {
        'content-type': type,
        'content-disposition': disposition,
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      },
    ]);
  });

  it.each<[ContentArea, string, Buffer, string]>([
    ['media', 'a.mp3', PAGE, 'application/octet-stream'],
    ['media', 'a.mp4', PAGE, 'video/mp4'],
    ['media', 'a.html', PAGE, 'text/html'],
    ['media', 'a.mp3', MP3, 'text/html'],
    ['media', 'a.gif', PAGE, 'image/gif'],
    ['images', 'a.mp4', MP4, 'video/mp4'],
    ['files', 'a.e~x', PAGE, 'application/octet-stream'],
  ])('of %s named %s with other bytes or another type is rejected', async (area, name, bytes, type) => {
    await expect(add(area, name, bytes, type)).rejects.toMatchObject({ status: 415 });
  });

  it('gets a free name, also when several arrive at once', async () => {
    const paths = await Promise.all([0, 1, 2].map(() => add('media', 'same.mp3', MP3)));
    expect(paths.sort()).toEqual(['same-1.mp3', 'same-2.mp3', 'same.mp3'].map((name) => `media/2026/11/${name}`));
  });

  it('gets a random name when many files have its name, after a few requests to the storage', async () => {
    for (let count = 0; count < 21; count += 1) await add('media', 'image.mp3', MP3);
    const find = jest.spyOn(ContentDisk.prototype, 'find');
    const paths = [await add('media', 'image.mp3', MP3), await add('media', 'image.mp3', MP3)];
    expect(paths[0]).toMatch(/^media\/2026\/11\/image-[\da-f]{12}\.mp3$/);
    expect(new Set(paths).size).toBe(2);
    expect(find.mock.calls.length).toBeLessThan(50);
    find.mockRestore();
    expect((await get('media/2026/11/image-20.mp3')).status).toBe(200);
  });

  it('that is too large leaves nothing behind', async () => {
    const piece = Buffer.alloc(1_000_000);
    const endless = Readable.from(
      (function* () {
        for (;;) yield piece;
      })(),
    );
    const sent = files.receive('images', { filename: 'a.png', mimeType: 'image/png', stream: endless });
    await expect(sent).rejects.toMatchObject({ status: 413 });
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });
});

describe('an imported file', () => {
  const addAs = (path: string, bytes = MP3) => files.addAs('media', path, Readable.from([bytes]));

  it('keeps its path, which is never replaced', async () => {
    expect(await addAs('2014/Jan/Übersicht (1).mp3')).toBe('stored');
    expect(await addAs('2014/Jan/Übersicht (1).mp3', Buffer.concat([MP3, MP3]))).toBe('exists');
    const served = await get(`media/2014/Jan/${encodeURIComponent('Übersicht (1)')}.mp3`);
    expect([served.status, served.headers['content-length']]).toEqual([200, '100']);
  });

  it.each(['../x.mp3', 'a/../../x.mp3', '.x.mp3', 'a\\x.mp3', `${'ü'.repeat(50)}.mp3`, '/etc/x.mp3'])(
    'named %s is not stored',
    async (path) => {
      expect(await addAs(path)).toBe('unsupported name');
    },
  );
});

describe('GET /content/media/*', () => {
  beforeAll(() => files.addAs('media', 'range.mp3', Readable.from([MP3])));

  it('sends a part of the file, so that players can seek', async () => {
    const part = await get('media/range.mp3', { range: 'bytes=1-2' });
    expect([part.status, part.text, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      'D3',
      'bytes 1-2/100',
      '2',
    ]);
    const outside = await get('media/range.mp3', { range: 'bytes=100-' });
    const { 'content-range': range, 'cache-control': caching } = outside.headers;
    expect([outside.status, range, caching]).toEqual([416, 'bytes */100', 'no-store']);
  });

  it('lets no cache store an error', async () => {
    await files.addAs('media', 'removed.mp3', Readable.from([MP3]));
    const find = jest.spyOn(ContentFiles.prototype, 'find').mockResolvedValue({ bytes: 100, modifiedAt: NOW });
    await rm(join(folder, 'media', 'removed.mp3'));
    const { status, headers } = await get('media/removed.mp3');
    find.mockRestore();
    expect([status, headers['cache-control']]).toEqual([500, expect.not.stringContaining('immutable')]);
  });

  it('reads no content for a HEAD request', async () => {
    const read = jest.spyOn(ContentFiles.prototype, 'read');
    const { status, headers, text } = await api.anonymous.send('HEAD', '/content/media/range.mp3');
    expect([status, headers['content-length'], headers['content-type'], text]).toEqual([200, '100', 'audio/mpeg', '']);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    const ranged = api.anonymous.with({ range: 'bytes=1-2' });
    expect((await ranged.send('HEAD', '/content/media/range.mp3')).status).toBe(200);
  });

  it('sends an empty file as a whole when its last bytes are requested', async () => {
    expect(await files.addAs('files', 'empty.txt', Readable.from([]))).toBe('stored');
    const empty = await get('files/empty.txt', { range: 'bytes=-5' });
    expect([empty.status, empty.text, empty.headers['content-range'], empty.headers['content-length']]).toEqual([
      200,
      '',
      undefined,
      '0',
    ]);
  });

  it.each([
    'media/none.mp3',
    'media/../images/x.gif',
    'media/%2e%2e/%2e%2e/etc/passwd.mp3',
    'media/',
    'files/.x',
    'data/x',
  ])('responds 404 to %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
