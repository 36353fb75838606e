import { Logger } from '@almanac/platform';
import { ContentDisk } from '@almanac/storage';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ResizedImageExpiry } from '../src/resized-images/resized-image-expiry';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

const BROWSER = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>');

let api: AdminApiUnderTest;
let folder: string;
let url: string;

/** An image with enough detail that a smaller size has fewer bytes. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  });

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#123' } });

async function store(name: string, bytes: Buffer): Promise<void> {
  await new ContentDisk({ storagePath: folder, storageRegion: 'none' }).put(
    `images/2026/11/${name}`,
    bytes,
    'image/jpeg',
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-sizes-'));
  api = await startAdminApi({ environment: { storagePath: folder } });
  await api.app.listen(0, '127.0.0.1');
  url = await api.app.getUrl();
  await store('photo.jpg', await photo(1200, 800).jpeg({ quality: 95 }).toBuffer());
  await store('small.png', await photo(50, 40).png().toBuffer());
  await store('drawing.svg', SVG);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/content/images/${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The status, media type and pixels of a response. */
async function shapeOf(path: string, headers?: Record<string, string>) {
  const { status, headers: sent, bytes } = await get(path, headers);
  const { width, height } = await sharp(bytes).metadata();
  return [status, sent.get('content-type'), width, height];
}

const storedSizes = async () => (await readdir(join(folder, 'resized')).catch(() => [])).sort();

describe('GET /content/images/size/', () => {
  it('resizes an image once, keeps the result and leaves the original as it is', async () => {
    expect(await shapeOf('size/w600/2026/11/photo.jpg')).toEqual([200, 'image/jpeg', 600, 400]);
    const first = await get('size/w600/2026/11/photo.jpg');
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await storedSizes()).toEqual(['w600.jpeg']);
    await rm(join(folder, 'images/2026/11/photo.jpg'));
    expect((await get('size/w600/2026/11/photo.jpg')).bytes).toEqual(first.bytes);
    await store('photo.jpg', await photo(1200, 800).jpeg({ quality: 95 }).toBuffer());
    expect(await shapeOf('2026/11/photo.jpg')).toEqual([200, 'image/jpeg', 1200, 800]);
  });

  it('chooses AVIF and WebP by the header Accept, with Vary', async () => {
    expect(await shapeOf('size/w300/2026/11/photo.jpg', { accept: BROWSER })).toEqual([200, 'image/avif', 300, 200]);
    expect(await shapeOf('size/w300/2026/11/photo.jpg', { accept: 'image/webp' })).toEqual([
      200,
      'image/webp',
      300,
      200,
    ]);
    expect(await shapeOf('size/w300/2026/11/photo.jpg', { accept: '*/*' })).toEqual([200, 'image/jpeg', 300, 200]);
    const other = await get('size/w300/2026/11/photo.jpg', { accept: BROWSER, origin: 'http://localhost:2368' });
    expect(other.headers.get('vary')).toBe('Origin, Accept');
  });

  it('serves a format of the path, crops to a shape, and never enlarges', async () => {
    expect(await shapeOf('size/w600h400/format/webp/2026/11/photo.jpg')).toEqual([200, 'image/webp', 600, 400]);
    expect((await get('size/w600h400/format/webp/2026/11/photo.jpg')).headers.get('vary')).toBeNull();
    expect(await shapeOf('size/w256h256/2026/11/photo.jpg')).toEqual([200, 'image/jpeg', 256, 256]);
    expect(await shapeOf('size/w2400/format/webp/2026/11/photo.jpg')).toEqual([200, 'image/webp', 1200, 800]);
  });

  it('turns a photo upright by its metadata, which the result does not contain', async () => {
    await store('turned.jpg', await photo(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { bytes } = await get('size/w300/2026/11/turned.jpg');
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ width: 300, height: 600 });
    expect(metadata).not.toHaveProperty('exif');
  });

  it('serves parts of the result', async () => {
    const { status, headers } = await get('size/w600/2026/11/photo.jpg', { range: 'bytes=0-9' });
    expect([status, headers.get('content-length')]).toEqual([206, '10']);
  });

  it('removes a result after 30 days, and makes it again', async () => {
    const [old, young] = ['w300', 'w600'].map((size) => join(folder, `resized/${size}.jpeg/2026/11/photo.jpg`));
    for (const size of ['w300', 'w600']) await get(`size/${size}/2026/11/photo.jpg`);
    const now = Date.now() / 1000;
    const day = 24 * 3600;
    await utimes(old ?? '', now, now - 31 * day);
    await utimes(young ?? '', now, now - 29 * day);
    await api.app.get(ResizedImageExpiry).removeExpired();
    const isStored = (path = ''): Promise<boolean> =>
      stat(path).then(
        () => true,
        () => false,
      );
    expect([await isStored(old), await isStored(young)]).toEqual([false, true]);
    expect(await shapeOf('2026/11/photo.jpg')).toEqual([200, 'image/jpeg', 1200, 800]);
    expect(await shapeOf('size/w300/2026/11/photo.jpg')).toEqual([200, 'image/jpeg', 300, 200]);
  });

  it('makes one result for requests that arrive together', async () => {
    const paths = Array.from({ length: 6 }, () => 'size/w400/2026/11/photo.jpg');
    const responses = await Promise.all(paths.map((path) => get(path)));
    expect(new Set(responses.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  });
});

describe('a request that the original serves better', () => {
  it.each([
    ['size/w601/2026/11/photo.jpg', 'of an unknown size'],
    ['size/w99999/format/webp/2026/11/photo.jpg', 'of an impossible size'],
    ['size/w600/format/tiff/2026/11/photo.jpg', 'of an unknown format'],
    ['size/w600/2026/11/drawing.svg', 'of an SVG'],
    ['size/w600/format/png/2026/11/drawing.svg', 'of an SVG in another format'],
    ['size/w600/2026/11/small.png', 'of a small image'],
  ])('is redirected to it: %s, %s', async (path) => {
    const before = await storedSizes();
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([302, `/content/images/2026/11/${path.split('/').at(-1)}`]);
    expect(await storedSizes()).toEqual(before);
  });

  it('is redirected within the site, whatever the path', async () => {
    const { headers } = await get('size/w601/%2Fevil.example/a%0d%0ab%3Fc.jpg');
    expect(headers.get('location') ?? '/content/images/').toMatch(/^\/content\/images\//);
  });

  it.each([
    ['broken.jpg', async () => Buffer.concat([(await photo(800, 600).jpeg().toBuffer()).subarray(0, 9000), SVG])],
    ['svg.png', async () => SVG],
    ['animated.webp', async () => animation()],
    ['progressive.jpg', async () => blank(5000, 4000).jpeg({ progressive: true }).toBuffer()],
    ['bomb.png', async () => blank(9000, 9000).png().toBuffer()],
    ['tall.jpg', async () => blank(700, 30_000).jpeg().toBuffer()],
  ])('is redirected when the image is damaged or too costly: %s', async (name, bytes) => {
    await store(name, await bytes());
    expect((await get(`size/w600/2026/11/${name}`)).status).toBe(302);
    expect((await get(`size/w600/2026/11/${name}`)).status).toBe(302);
  });

  it('is logged with the error when the image cannot be read', async () => {
    await store('truncated.jpg', (await photo(900, 600).jpeg().toBuffer()).subarray(0, 400));
    const warn = jest.spyOn(api.app.get(Logger), 'warn');
    await get('size/w600/2026/11/truncated.jpg');
    expect(warn).toHaveBeenCalledWith('Image not resized', {
      err: expect.any(Error),
      path: 'images/2026/11/truncated.jpg',
    });
    warn.mockRestore();
  });

  it.each([
    ['png', () => blank(7100, 7100).png()],
    ['jpg', () => blank(7100, 7100).jpeg()],
  ])('is not logged when the image is too large: %s', async (extension, image) => {
    await store(`large.${extension}`, await image().toBuffer());
    const warn = jest.spyOn(api.app.get(Logger), 'warn');
    const { status } = await get(`size/w600/2026/11/large.${extension}`);
    expect([status, warn.mock.calls]).toEqual([302, []]);
    warn.mockRestore();
  });

  it('is redirected without a cache while the result cannot be stored, and gets it afterwards', async () => {
    const error = jest.spyOn(api.app.get(Logger), 'error');
    // A file in place of the folder of the results.
    const folderOfResults = join(folder, 'resized/w1000.jpeg');
    await mkdir(join(folder, 'resized'), { recursive: true });
    await writeFile(folderOfResults, '');
    for (const _ of ['first', 'second']) {
      const { status, headers } = await get('size/w1000/2026/11/photo.jpg');
      expect([status, headers.get('location')]).toEqual([302, '/content/images/2026/11/photo.jpg']);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const logged = { err: expect.objectContaining({ syscall: 'mkdir' }), path: 'resized/w1000.jpeg/2026/11/photo.jpg' };
    expect(error.mock.calls).toEqual([
      ['Resized image not stored', logged],
      ['Resized image not stored', logged],
    ]);
    error.mockRestore();
    await rm(folderOfResults);
    expect(await shapeOf('size/w1000/2026/11/photo.jpg')).toEqual([200, 'image/jpeg', 1000, 667]);
  });

  it('is answered with 404 when there is no original', async () => {
    expect((await get('size/w600/2026/11/none.jpg')).status).toBe(404);
    expect((await get('size/w600/../../../etc/passwd')).status).toBe(404);
    expect((await get('size/w600/..%2f..%2fsecret.jpg')).status).toBe(404);
  });
});

async function animation(): Promise<Buffer> {
  return sharp(await photo(800, 1600).raw().toBuffer(), {
    raw: { width: 800, height: 1600, channels: 3, pageHeight: 800 },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}
