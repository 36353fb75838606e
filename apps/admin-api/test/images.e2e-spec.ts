import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { type FormPart, postForm } from './multipart';

/** A PNG of one colour. The checksums are empty, because nothing in the tests verifies them. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
const webp = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0', 'latin1');
const avif = Buffer.concat([Buffer.from([0, 0, 0, 0x1c]), Buffer.from('ftypavif\0\0\0\0avifmif1miaf')]);
const ico = Buffer.from([0, 0, 1, 0, 1, 0, 64, 64, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const image = (filename: string, content: string | Buffer, type: string): FormPart => ({
  name: 'file',
  filename,
  content,
  type,
});

let api: AdminApiUnderTest;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-images-'));
  api = await startAdminApi({ environment: { storagePath: folder } });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const upload = (...parts: FormPart[]): Promise<ApiResponse> => postForm(api.integration, 'images/upload/', parts);
const pathOf = (response: ApiResponse): string => String(response.one('images').url).replace(SITE_URL, '');

describe('POST /images/upload/', () => {
  it('stores an image in the folder of the month, responds with its absolute URL, and serves it', async () => {
    const response = await upload(image('my image (1).png', png(3, 2), 'image/png'), { name: 'ref', content: 'mine' });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      images: [{ url: expect.stringMatching(/\/content\/images\/\d{4}\/\d\d\/my-image--1-\.png$/), ref: 'mine' }],
    });
    const served = await api.anonymous.get(pathOf(response));
    expect(served.status).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': 'inline',
    });
  });

  it('adds numbers to names that are taken, also for concurrent uploads', async () => {
    const responses = await Promise.all([0, 1, 2, 3].map(() => upload(image('same.gif', gif, 'image/gif'))));
    const names = responses.map((response) => pathOf(response).split('/').at(-1)).sort();
    expect(names).toEqual(['same-1.gif', 'same-2.gif', 'same-3.gif', 'same.gif']);
  });

  it.each([
    ['a.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]), 'image/jpeg'],
    ['a.webp', webp, 'image/webp'],
    ['a.avif', avif, 'image/avif'],
    ['a.ico', ico, 'image/vnd.microsoft.icon'],
    ['a.svg', SVG, 'image/svg+xml'],
  ])('accepts %s', async (filename, content, type) => {
    const response = await upload(image(filename, content, type));
    expect([response.status, pathOf(response).split('/').at(-1)]).toEqual([201, filename]);
  });

  it.each(['v2', 'v3', 'v5', 'canary'] as const)('rejects a form without a file in %s', async (version) => {
    for (const response of [
      await api.integration.in(version).post('images/upload/', {}),
      await postForm(api.integration.in(version), 'images/upload/', [{ name: 'ref', content: 'x' }]),
    ]) {
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({
        message: 'Please select an image.',
        context: null,
        type: 'ValidationError',
      });
    }
  });

  it('rejects another field and a second file (D30)', async () => {
    const good = image('a.gif', gif, 'image/gif');
    for (const parts of [[{ ...good, name: 'image' }], [good, good], [good, { ...good, name: 'other' }]]) {
      const response = await upload(...parts);
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({ message: 'Unexpected field', type: 'ValidationError' });
    }
  });

  it.each([
    ['plain text', 'x.txt', 'hello', 'text/plain'],
    ['an image with another extension', 'x.txt', gif, 'image/gif'],
    ['a file that is not an image (D31)', 'x.png', 'not a png', 'image/png'],
    ['an HTML page with an image extension', 'x.png', '<html><script>alert(1)</script>', 'image/png'],
    ['an image with the extension of another format', 'x.png', gif, 'image/png'],
    ['an image with another declared type', 'x.gif', gif, 'text/html'],
    [
      'an HTML page with the extension .svg',
      'x.svg',
      '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>',
      'image/svg+xml',
    ],
    ['an SVG with the extension .png', 'x.png', SVG, 'image/svg+xml'],
    ['a gzip of something else than SVG', 'x.svgz', gzipSync('PK'), 'image/svg+xml'],
    ['a gzip of a 100 MB SVG', 'x.svgz', gzipSync(SVG + ' '.repeat(100_000_000)), 'image/svg+xml'],
    ['an executable', 'x.gif', Buffer.from('MZ\x90\0'), 'image/gif'],
  ])('rejects %s', async (_, filename, content, type) => {
    const response = await upload(image(filename, content, type));
    expect(response.status).toBe(415);
    expect(response.error).toMatchObject({
      message: 'Please select a valid image.',
      context: null,
      type: 'UnsupportedMediaTypeError',
    });
  });

  it('rejects an unknown purpose and an unknown field with the message of the schema', async () => {
    const bad = await upload(image('x.png', png(1, 1), 'image/png'), { name: 'purpose', content: 'bogus' });
    expect([bad.status, bad.error.property, bad.error.context]).toEqual([
      422,
      'purpose',
      "Validation failed for 'purpose'",
    ]);
    expect(bad.error.message).toBe('Validation error, cannot upload image.');
    const extra = await upload(image('x.png', png(1, 1), 'image/png'), { name: 'foo', content: 'bar' });
    expect([extra.status, extra.error.property]).toEqual([422, 'images']);
  });

  it.each([
    ['profile_image', 'a.png', png(20, 20), 201, undefined],
    ['profile_image', 'a.png', png(20, 21), 422, 'Please select a valid image file with square dimensions.'],
    ['icon', 'a.png', png(60, 60), 201, undefined],
    ['icon', 'a.ico', ico, 201, undefined],
    ['icon', 'a.png', png(59, 59), 422, expect.stringContaining('Icon must be a square')],
    ['icon', 'a.png', png(1001, 1001), 422, expect.stringContaining('60px – 1,000px, under 100kb.')],
    ['icon', 'a.gif', gif, 422, expect.stringContaining('.ico or .png')],
  ])('checks the dimensions of a %s in v3: %s', async (purpose, filename, content, status, context) => {
    const type = { '.png': 'image/png', '.ico': 'image/x-icon', '.gif': 'image/gif' }[filename.slice(1)];
    const response = await upload(image(filename, content, type ?? ''), { name: 'purpose', content: purpose });
    expect([response.status, response.error.context]).toEqual([status, context]);
  });

  const oblongIco = Buffer.from(ico);
  oblongIco.writeUInt8(32, 7);
  it.each([
    ['a.png', 'image/png', png(1200, 630), 201],
    ['a.png', 'image/png', Buffer.concat([png(60, 60), Buffer.alloc(300_000)]), 201],
    ['a.svg', 'image/svg+xml', SVG, 201],
    ['a.ico', 'image/x-icon', ico, 201],
    ['a.ico', 'image/x-icon', Buffer.concat([ico, Buffer.alloc(150_000)]), 201],
    ['a.png', 'image/png', png(59, 59), 422],
    ['a.webp', 'image/webp', webp, 422],
    ['a.jpg', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]), 422],
    ['a.ico', 'image/x-icon', oblongIco, 422],
    ['a.ico', 'image/x-icon', Buffer.concat([ico, Buffer.alloc(205_000)]), 422],
  ])('accepts the icons of Ghost 5 from v5 on: %s %s', async (filename, type, content, status) => {
    for (const version of ['v5', 'canary'] as const) {
      const parts = [image(filename, content, type), { name: 'purpose', content: 'icon' }];
      expect((await postForm(api.integration.in(version), 'images/upload/', parts)).status).toBe(status);
    }
  });

  it('stores every name inside of the folder', async () => {
    for (const name of ['../../../etc/passwd.gif', '..\\..\\x.gif', '/etc/x.gif', '.htaccess.gif', '%2e%2e%2fx.gif']) {
      const response = await upload(image(name, gif, 'image/gif'));
      expect(response.status).toBe(201);
      expect(pathOf(response)).toMatch(/^\/content\/images\/\d{4}\/\d\d\/[\w-][\w.-]*\.gif$/);
    }
  });

  it('requires the permission to upload', async () => {
    const response = await postForm(api.anonymous, 'images/upload/', [image('a.gif', gif, 'image/gif')]);
    expect(response.status).toBe(403);
    const author = await postForm(await api.as('Contributor'), 'images/upload/', [image('b.gif', gif, 'image/gif')]);
    expect(author.status).toBe(201);
  });

  it('rejects a file whose part has no name or no file name', async () => {
    const caller = api.integration.with({ 'content-type': 'multipart/form-data; boundary=x' });
    const formWith = (disposition: string): Buffer =>
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: image/gif\r\n\r\nGIF89a\r\n--x--\r\n`,
      );
    const nameless = await caller.post('images/upload/', formWith('filename="x.gif"'));
    expect([nameless.status, nameless.error.message]).toEqual([422, 'Unexpected field']);
    const octets = formWith('name="file"').toString().replace('image/gif', 'application/octet-stream');
    const unnamed = await caller.post('images/upload/', Buffer.from(octets));
    expect([unnamed.status, unnamed.error.type]).toEqual([415, 'UnsupportedMediaTypeError']);
  });

  it('rejects a malformed form', async () => {
    const broken = api.integration.with({ 'content-type': 'multipart/form-data; boundary=x' });
    const malformed = await broken.post('images/upload/', Buffer.from('--x\r\nnonsense'));
    expect([malformed.status, malformed.error.message]).toEqual([400, 'The form could not be read.']);
    const unbounded = api.integration.with({ 'content-type': 'multipart/form-data' });
    const withoutBoundary = await unbounded.post('images/upload/', Buffer.from('x'));
    expect([withoutBoundary.status, withoutBoundary.error.message]).toEqual([400, 'The form could not be read.']);
  });
});

describe('an SVG', () => {
  const serve = async (content: string): Promise<ApiResponse> => {
    const response = await upload(image('image.svg', content, 'image/svg+xml'));
    expect(response.status).toBe(201);
    return api.anonymous.get(pathOf(response));
  };

  it('is stored without scripts and external references', async () => {
    const served = await serve(
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        onload="alert(1)" viewBox="0 0 1 1"><script>alert(2)</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">
        <iframe src="javascript:alert(3)"/></body></foreignObject><a xlink:href="javascript:alert(4)"><circle r="1"/></a>
        <image href="https://evil.example/x.png"/><use xlink:href="#a"/><style>*{background:url(//evil.example)}</style>
        <linearGradient id="a"/><rect fill="url(#a)" style="fill:url(https://evil.example/)" onclick="x()"/>
        <set attributeName="href" to="javascript:alert(5)"/></svg>`,
    );
    expect(served.text).not.toMatch(/script|alert|evil|foreignObject|iframe|onload|onclick|<style|<set/i);
    for (const part of ['viewBox="0 0 1 1"', '<circle r="1"', 'xlink:href="#a"', '<linearGradient', 'fill="url(#a)"']) {
      expect(served.text).toContain(part);
    }
  });

  it.each([
    ['nested 100,000 deep', `<svg>${'<g>'.repeat(100_000)}`, 'nested deeper than 64 elements'],
    ['with 130,000 elements', `<svg>${'<g/>'.repeat(130_000)}</svg>`, 'more than 5000 elements'],
    ['of 5 MB', `<svg>${' '.repeat(5_000_000)}</svg>`, 'longer than 524288 characters'],
  ])('%s is rejected with the reason', async (_, content, reason) => {
    const response = await upload(image('image.svg', content, 'image/svg+xml'));
    expect(response.status).toBe(422);
    expect(response.error.context).toContain(reason);
  });

  it('is served as a download', async () => {
    const { headers } = await serve(SVG);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('may be compressed and is stored uncompressed', async () => {
    const response = await upload(image('packed.svgz', gzipSync(SVG), 'image/svg+xml'));
    expect(pathOf(response)).toMatch(/packed\.svg$/);
    expect((await api.anonymous.get(pathOf(response))).text).toContain('<svg');
  });
});

describe('GET /content/images/*', () => {
  it.each([
    '/content/images/2020/01/none.png',
    '/content/images/../../etc/passwd',
    '/content/images/%2e%2e/%2e%2e/etc/passwd.png',
    '/content/images/..%2f..%2fetc%2fpasswd.png',
    '/content/images/2020/01/x.html',
    '/content/images/.hidden.png',
    '/content/images/',
    '/content/settings/x.png',
  ])('responds 404 to %s', async (path) => {
    expect((await api.anonymous.get(path)).status).toBe(404);
  });
});

describe('with an S3 bucket', () => {
  let store: Server;
  let s3: AdminApiUnderTest;
  const objects = new Map<string, Buffer>();

  async function bodyOf(request: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  beforeAll(async () => {
    store = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const key = (request.url ?? '').split('?')[0] ?? '';
        if (request.method === 'PUT') objects.set(key, body);
        const object = objects.get(key);
        const headers = {
          'content-length': request.method === 'PUT' ? 0 : (object?.length ?? 0),
          'last-modified': new Date(0).toUTCString(),
          etag: '"x"',
        };
        response.writeHead(object === undefined ? 404 : 200, headers);
        response.end(request.method === 'GET' ? object : undefined);
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => store.once('listening', resolve));
    const { port } = store.address() as AddressInfo;
    s3 = await startAdminApi({
      environment: {
        storageBucket: 'almanac',
        storageEndpoint: `http://127.0.0.1:${port}`,
        storageAccessKeyId: 'id',
        storageSecretAccessKey: 'secret',
      },
    });
  });
  afterAll(async () => {
    await s3.close();
    store.closeAllConnections();
    store.close();
  });

  it('stores images in the bucket and serves them from there', async () => {
    const response = await postForm(s3.integration, 'images/upload/', [image('cloud.gif', gif, 'image/gif')]);
    expect(response.status).toBe(201);
    const path = pathOf(response);
    expect([...objects.keys()]).toEqual([path.replace('/content/', '/almanac/')]);
    const served = await s3.anonymous.get(path);
    expect([served.status, served.headers['content-type'], served.headers['content-length']]).toEqual([
      200,
      'image/gif',
      String(gif.length),
    ]);
  });
});
