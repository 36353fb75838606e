import { zipOf, type ZipEntry } from '@almanac/testing';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { postForm } from './multipart';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of an image')]);
const MP3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(97, 1)]);
const KILOBYTE = 1024;

let digit = 0;
/** An export with one new tag. */
const exportOf = (slug: string): string => {
  digit += 1;
  const tags = [{ id: String(digit).padStart(24, '0'), name: slug, slug }];
  return JSON.stringify({ db: [{ meta: { version: '5.87.1' }, data: { tags } }] });
};

let api: AdminApiUnderTest;
let folder: string;
let temporary: string;
const REAL_TMPDIR = process.env.TMPDIR;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-archives-'));
  temporary = await mkdtemp(join(tmpdir(), 'almanac-archives-tmp-'));
  process.env.TMPDIR = temporary;
  api = await startAdminApi({ environment: { storagePath: folder } });
});
afterAll(async () => {
  if (REAL_TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = REAL_TMPDIR;
  await api.close();
  await Promise.all([folder, temporary].map((path) => rm(path, { recursive: true })));
});
afterEach(async () => {
  expect((await readdir(temporary)).filter((name) => name.startsWith('almanac-'))).toEqual([]);
});

const importZip = (entries: readonly ZipEntry[] | Buffer): Promise<ApiResponse> =>
  postForm(api.owner, 'db/', [
    {
      name: 'importfile',
      filename: 'site.zip',
      content: Buffer.isBuffer(entries) ? entries : zipOf(entries),
      type: 'application/zip',
    },
  ]);

interface Report {
  warnings: string[];
  failed: number;
  tables: { table: string; read: number; stored: number; present: number; left_out: object[] }[];
}
const reportOf = ({ body }: ApiResponse): Report => (body as { report: Report }).report;
const tagExists = async (slug: string): Promise<boolean> =>
  (await api.dataSource.query('select 1 from publishing.tags where slug = $1', [slug])).length === 1;

describe('an archive', () => {
  it('brings images, media and files under their own paths, and is counted', async () => {
    const entries = [
      { name: 'site/deep/er/export.json', content: exportOf('deep'), isDeflated: true },
      { name: 'site/content/images/2019/a.png', content: PNG },
      { name: 'site/content/images/.hidden.png', content: PNG },
      { name: 'site/content/media/2022/01/song.mp3', content: MP3 },
      { name: 'site/content/media/2022/01/fake.mp3', content: '<script>alert(1)</script>' },
      { name: 'site/content/files/2022/Bericht für März.pdf', content: '%PDF-1.7' },
      { name: 'site/content/files/page.html', content: '<script>alert(1)</script>' },
      { name: 'site/content/themes/casper/package.json', content: '{}' },
      { name: 'site/content/themes/casper/index.hbs', content: '' },
      { name: 'site/content/settings/routes.yaml', content: 'routes:' },
      { name: 'older.zip', content: zipOf([{ name: 'a.json', content: exportOf('nested') }]) },
    ];
    const response = await importZip(entries);
    const { warnings, tables, failed } = reportOf(response);
    expect([response.status, failed]).toEqual([200, 2]);
    expect(tables).toEqual([
      expect.objectContaining({ table: 'tags', read: 1 }),
      {
        table: 'content/images',
        read: 2,
        stored: 1,
        present: 0,
        left_out: [{ reason: 'The name of the file is not supported.', rows: 1 }],
      },
      {
        table: 'content/media',
        read: 2,
        stored: 1,
        present: 0,
        left_out: [{ reason: 'The file is not video or audio in a supported format.', rows: 1 }],
      },
      { table: 'content/files', read: 2, stored: 2, present: 0, left_out: [] },
    ]);
    expect(warnings).toEqual([
      'The 2 files in site/content/themes/ were not imported.',
      'The file site/content/settings/routes.yaml was not imported.',
      'The file older.zip was not imported.',
    ]);
    for (const path of ['media/2022/01/song.mp3', 'files/2022/Bericht%20f%C3%BCr%20M%C3%A4rz.pdf', 'files/page.html']) {
      expect((await api.anonymous.get(`/content/${path}`)).status).toBe(200);
    }
    expect((await api.anonymous.get('/content/media/2022/01/fake.mp3')).status).toBe(404);
    expect([await tagExists('deep'), await tagExists('nested')]).toEqual([true, false]);

    const again = reportOf(await importZip(entries));
    expect(again.tables.slice(1).map(({ table, stored, present }) => [table, stored, present])).toEqual([
      ['content/images', 0, 1],
      ['content/media', 0, 1],
      ['content/files', 0, 2],
    ]);
  });

  it('with an export and backups takes the one with the fewest folders, and names the others', async () => {
    const response = await importZip([
      { name: 'content/data/backup.json', content: exportOf('backup') },
      { name: 'site.json', content: exportOf('current') },
      { name: 'redirects.json', content: '[{"from": "/a", "to": "/b"}]' },
    ]);
    expect(reportOf(response).warnings).toEqual([
      'The file content/data/backup.json was not imported.',
      'The file redirects.json was not imported.',
    ]);
    expect([await tagExists('current'), await tagExists('backup')]).toEqual([true, false]);
  });

  it('with uploaded files and one JSON file that is no export stores the files, and names the JSON file', async () => {
    const report = reportOf(
      await importZip([
        { name: 'content/images/2022/02/harbour.png', content: PNG },
        { name: 'content/data/redirects.json', content: '[{"from": "/a", "to": "/b"}]' },
      ]),
    );
    expect(report.tables.map(({ table, stored }) => [table, stored])).toEqual([['content/images', 1]]);
    expect(report.warnings).toEqual(['The file content/data/redirects.json was not imported.']);
  });

  it('with a damaged file stores the others and reports the file', async () => {
    const report = reportOf(
      await importZip([
        { name: 'content/images/good.png', content: PNG },
        { name: 'content/images/wrong-sum.png', content: PNG, claimedCrc: 1 },
        { name: 'content/images/wrong-size.png', content: Buffer.alloc(KILOBYTE), claimedSize: 10, isDeflated: true },
      ]),
    );
    expect(report.failed).toBe(2);
    expect(report.tables).toEqual([
      {
        table: 'content/images',
        read: 3,
        stored: 1,
        present: 0,
        left_out: [{ reason: 'The archive contains a damaged file.', rows: 2 }],
      },
    ]);
  });

  const named = (name: string, more: Partial<ZipEntry> = {}): ZipEntry[] => [
    { name: 'site.json', content: exportOf('refused') },
    { name, content: PNG, ...more },
  ];
  const bomb = (): ZipEntry[] =>
    Array.from({ length: 3 }, (_, index) => ({
      name: `content/files/${index}.txt`,
      content: Buffer.alloc(KILOBYTE),
      claimedSize: 0xf000_0000,
      isDeflated: true,
    }));
  it.each<[string, () => readonly ZipEntry[] | Buffer, RegExp, RegExp]>([
    ['with a path outside', () => named('../../x.png'), /could not be read/, /invalid relative path/],
    ['with an absolute path', () => named('/etc/x.png'), /could not be read/, /absolute path/],
    ['with a link', () => named('content/images/a.png', { mode: 0o120777 }), /contains a symbolic link/, /a\.png/],
    [
      'with an encrypted file',
      () => named('content/images/a.png', { flags: 1, isDeflated: true }),
      /is encrypted/,
      /a\.png/,
    ],
    ['that unpacks to terabytes', bomb, /is too large when unpacked/, /\.txt/],
    [
      'with two exports',
      () => [...named('a.png'), { name: 'b.json', content: exportOf('second') }],
      /several exports/,
      /site\.json, b\.json/,
    ],
    [
      'with a damaged export',
      () => [{ name: 'a.json', content: exportOf('x'), claimedCrc: 1 }],
      /damaged file/,
      /a\.json/,
    ],
    [
      'with only an archive',
      () => [{ name: 'a.zip', content: 'PK' }],
      /no export of Ghost and no uploaded files/,
      /^$/,
    ],
    ['that is empty', () => [], /no export of Ghost and no uploaded files/, /^$/],
    ['that is cut', () => zipOf(named('content/images/a.png')).subarray(0, 200), /could not be read/, /./],
  ])('%s is refused with the reason, and stores nothing', async (_, entries, message, context) => {
    const response = await importZip(entries());
    expect([response.status, response.error.message]).toEqual([422, expect.stringMatching(message)]);
    expect(String(response.error.context ?? '')).toMatch(context);
    expect(await tagExists('refused')).toBe(false);
  });

  it('with 65,000 entries is read', async () => {
    const entries = Array.from({ length: 65_000 }, (_, index) => ({
      name: `content/themes/${index}.hbs`,
      content: '',
    }));
    const response = await importZip([...entries, { name: 'site.json', content: exportOf('many') }]);
    expect([response.status, await tagExists('many')]).toEqual([200, true]);
  });
});
