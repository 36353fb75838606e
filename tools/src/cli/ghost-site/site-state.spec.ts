import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SiteState } from './site-state';

const SOURCE = 'https://old.example.com';
const POSITION = { lastId: '2', records: 2, isDone: true };

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'almanac-state-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function rowsOf(state: SiteState, table: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of state.rowsOf(table)) rows.push(JSON.parse(row));
  return rows;
}

describe('SiteState', () => {
  it('keeps rows whose texts contain line separators', async () => {
    const rows = [{ id: '1', title: 'One\u2028two\u2029three\nfour' }, { id: '2' }];
    const state = await SiteState.open(folder, SOURCE);
    await state.add('posts', POSITION, [{ posts: rows }]);
    expect(await rowsOf(state, 'posts')).toEqual(rows);
    expect(await readFile(join(folder, 'posts.ndjson'), 'utf8')).not.toMatch(/[\u2028\u2029]/);
  });

  it('replaces the rows of a first page that was interrupted', async () => {
    await writeFile(join(folder, 'posts.ndjson'), '{"id":"1"}\n{"id":"2","ti');
    const state = await SiteState.open(folder, SOURCE);
    await state.add('posts', POSITION, [{ posts: [{ id: '1' }, { id: '2' }] }]);
    expect(await rowsOf(state, 'posts')).toEqual([{ id: '1' }, { id: '2' }]);
  });

  it('drops the rows of a later page that was interrupted', async () => {
    const state = await SiteState.open(folder, SOURCE);
    await state.add('posts', { ...POSITION, isDone: false }, [{ posts: [{ id: '1' }] }]);
    await writeFile(join(folder, 'posts.ndjson'), '{"id":"2","ti', { flag: 'a' });
    const continued = await SiteState.open(folder, SOURCE);
    await continued.add('posts', POSITION, [{ posts: [{ id: '2' }] }]);
    expect(await rowsOf(continued, 'posts')).toEqual([{ id: '1' }, { id: '2' }]);
  });

  it('removes its own files and keeps other files of the folder', async () => {
    await writeFile(join(folder, 'thesis.txt'), 'mine');
    const state = await SiteState.open(folder, SOURCE);
    await state.add('posts', POSITION, [{ posts: [{ id: '1' }] }]);
    await state.remove();
    expect(await readdir(folder)).toEqual(['thesis.txt']);
  });
});
