import { ContentDisk, ContentFiles } from '@almanac/storage';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';
import { type FormPart, postForm, encodeForm } from './multipart';

const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(88)]);
const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

let api: AdminApiUnderTest;
let folder: string;
let caller: Caller;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-media-'));
  api = await startAdminApi({ environment: { storagePath: folder } });
  caller = api.integration.in('v5');
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const video = (filename: string): FormPart => ({ name: 'file', filename, content: MP4, type: 'video/mp4' });
const image = (name = 'file'): FormPart => ({ name, filename: 'still.gif', content: GIF, type: 'image/gif' });
const pathOf = (url: unknown): string => String(url).replace(SITE_URL, '');

const storedFiles = async (): Promise<string[]> => (await readdir(folder, { recursive: true })).sort();

async function putForm(path: string, parts: readonly FormPart[]): Promise<ApiResponse> {
  const { body, headers } = await encodeForm(parts);
  return caller.with(headers).send('PUT', path, body);
}

describe('POST media/upload/', () => {
  it('stores a video with its thumbnail and returns their addresses and the reference', async () => {
    const response = await postForm(caller, 'media/upload/', [
      video('tide.mp4'),
      image('thumbnail'),
      { name: 'ref', content: 'r1' },
      { name: 'purpose', content: 'video' },
    ]);
    expect(response.status).toBe(201);
    expect(response.one('media')).toEqual({
      url: expect.stringMatching(/\/content\/media\/\d{4}\/\d\d\/tide\.mp4$/),
      thumbnail_url: expect.stringMatching(/\/content\/media\/\d{4}\/\d\d\/still\.gif$/),
      ref: 'r1',
    });
    const served = await api.anonymous.get(pathOf(response.one('media').url));
    expect([served.status, served.headers['content-type']]).toEqual([200, 'video/mp4']);
  });

  it.each<[string, FormPart[], number]>([
    ['no file', [{ name: 'ref', content: 'x' }], 422],
    ['a page under the name of a video', [{ ...video('a.mp4'), content: '<script>1</script>' }], 415],
    ['a page', [{ name: 'file', filename: 'a.html', content: '<p>', type: 'text/html' }], 415],
    ['a thumbnail that is no image', [video('a.mp4'), { ...image('thumbnail'), filename: 'a.html' }], 415],
    ['two videos', [video('a.mp4'), video('b.mp4')], 422],
    ['a long reference', [video('a.mp4'), { name: 'ref', content: 'x'.repeat(2001) }], 422],
  ])('rejects %s, and stores no file', async (_, parts, status) => {
    const stored = await storedFiles();
    expect((await postForm(caller, 'media/upload/', parts)).status).toBe(status);
    expect(await storedFiles()).toEqual(stored);
  });
});

describe('PUT media/thumbnail/upload/', () => {
  it('stores an image beside the video', async () => {
    const url = (await postForm(caller, 'media/upload/', [video('film.mp4')])).one('media').url;
    const response = await putForm('media/thumbnail/upload/', [image(), { name: 'url', content: String(url) }]);
    expect([response.status, response.one('media').url]).toEqual([
      200,
      String(url).replace('film.mp4', 'film_thumb.gif'),
    ]);
    expect((await api.anonymous.get(pathOf(response.one('media').url))).headers['content-type']).toBe('image/gif');
  });

  it.each([
    ['film@2x.mp4', 'film@2x_thumb.gif'],
    ['Übersicht (1).mp4', '-bersicht--1-_thumb.gif'],
    [`${'ü'.repeat(40)}.mp4`, `${'-'.repeat(40)}_thumb.gif`],
  ])('stores an image beside %s in a folder of any name', async (name, thumbnail) => {
    const files = new ContentFiles(new ContentDisk({ storagePath: folder, storageRegion: 'none' }), api.dataSource);
    await files.addAs('media', `März #1/${name}`, Readable.from([MP4]));
    const path = ['März #1', name].map(encodeURIComponent).join('/');
    const url = { name: 'url', content: `${SITE_URL}/content/media/${path}` };
    const response = await putForm('media/thumbnail/upload/', [image(), url]);
    expect(response.status).toBe(200);
    expect(pathOf(response.one('media').url)).toBe(`/content/media/M%C3%A4rz%20%231/${thumbnail}`);
    expect((await api.anonymous.get(pathOf(response.one('media').url))).headers['content-type']).toBe('image/gif');
  });

  it.each([
    '',
    '/content/media/100%.mp4',
    '/content/media/%2e%2e/images/a.png',
    'https://other.example/content/media/2026/11/film.mp4',
    '/content/media/2026/11/absent.mp4',
    '/content/media/../images/a.png',
    '/content/files/a.txt',
  ])('rejects the address %p', async (url) => {
    const response = await putForm('media/thumbnail/upload/', [image(), { name: 'url', content: url }]);
    expect([response.status, response.error.property]).toEqual([422, 'url']);
  });
});

describe('POST files/upload/', () => {
  it('stores any file, and serves it with a type that no browser runs', async () => {
    const page: FormPart = { name: 'file', filename: 'tide.html', content: '<script>1</script>', type: 'text/html' };
    const response = await postForm(caller, 'files/upload/', [page, { name: 'ref', content: 'r' }]);
    expect([response.status, response.one('files')]).toEqual([
      201,
      { url: expect.stringMatching(/\/content\/files\/\d{4}\/\d\d\/tide\.html$/), ref: 'r' },
    ]);
    const served = await api.anonymous.get(pathOf(response.one('files').url));
    expect(served.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    });
  });

  it('stores no file of a form that it rejects', async () => {
    const stored = await storedFiles();
    const page: FormPart = { name: 'file', filename: 'refused.txt', content: 'x', type: 'text/plain' };
    const refused = [
      [page, { name: 'ref', content: 'x'.repeat(2001) }],
      [page, page],
    ];
    for (const parts of refused) expect((await postForm(caller, 'files/upload/', parts)).status).toBe(422);
    expect(await storedFiles()).toEqual(stored);
  });

  it('does not exist in v3', async () => {
    expect((await postForm(api.integration, 'files/upload/', [])).status).toBe(404);
    expect((await postForm(api.integration, 'media/upload/', [])).status).toBe(404);
  });
});
