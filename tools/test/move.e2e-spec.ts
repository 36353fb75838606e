import {
  addIntegration,
  addMember,
  addOwner,
  addPost,
  addTag,
  addUser,
  createTestDatabase,
  freePort,
  type TestDatabase,
} from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../src/cli/run';
import { eventually, ROOT } from './local-run';

jest.setTimeout(180_000);

const POSTS = 60;
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of an image')]);

describe('almanac import <url>, with our own Admin API as the source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-move-'));
  let source: TestDatabase;
  let target: TestDatabase;
  let service: ChildProcess;
  let url: string;
  let key: string;

  beforeAll(async () => {
    [source, target] = [await createTestDatabase(), await createTestDatabase()];
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    key = await fill(source);
    mkdirSync(join(folder, 'source/images'), { recursive: true });
    writeFileSync(join(folder, 'source/images/a.png'), PNG);
    service = spawn(process.execPath, [join(ROOT, 'apps/admin-api/dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: source.url,
        SITE_URL: url,
        SINGLE_ORIGIN: 'true',
        ENCRYPTION_KEY: 'a key that only this test uses, of 32',
        STORAGE_PATH: join(folder, 'source'),
        LOG_LEVEL: 'error',
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      stdio: 'ignore',
    });
    await eventually(() =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await addOwner((await target.publishing()).manager);
  });
  afterAll(async () => {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
    await Promise.all([source.drop(), target.drop()]);
    rmSync(folder, { recursive: true });
  });

  async function importSite(): Promise<{ code: number; output: string }> {
    let output = '';
    const code = await runCommand({
      args: ['--json', 'import', url, '--allow-private-addresses', '--state', join(folder, 'state')],
      environment: {
        DATABASE_URL: target.url,
        SITE_URL: 'https://new.example',
        STORAGE_PATH: join(folder, 'target'),
        GHOST_ADMIN_KEY: key,
      },
      write: (text) => (output += text),
      errorStream: { write: () => true },
    });
    return { code, output };
  }

  it('brings the same posts, tags, authors, members and images, and nothing a second time', async () => {
    const first = await importSite();
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('"failed":0')]);
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
    expect(readFileSync(join(folder, 'target/images/a.png'))).toEqual(PNG);
    const again = JSON.parse((await importSite()).output);
    expect(again.report.tables.filter(({ stored }: { stored: number }) => stored > 0)).toEqual([]);
  });
});

/** @returns an admin key */
async function fill(database: TestDatabase): Promise<string> {
  const { manager } = await database.publishing();
  const owner = await addOwner(manager);
  const author = await addUser(manager, { name: 'Ann', slug: 'ann', email: 'ann@x.io' });
  const tag = await addTag(manager, { name: 'News' });
  const html =
    '<p>text</p><figure class="kg-card kg-image-card"><img src="/content/images/a.png" class="kg-image"></figure>';
  const mobiledoc = JSON.stringify({
    ...{ version: '0.3.1', markups: [], atoms: [], cards: [['image', { src: '/content/images/a.png' }]] },
    sections: [
      [1, 'p', [[0, [], 0, 'text']]],
      [10, 0],
    ],
  });
  for (let index = 0; index < POSTS; index += 1) {
    const authors = index % 2 === 0 ? [author] : [author, owner];
    await addPost(manager, { slug: `p-${index}`, html, mobiledoc, tags: [tag], authors, visibility: 'members' });
  }
  await addPost(manager, {
    ...{ html, mobiledoc },
    type: 'page',
    slug: 'about',
    status: 'draft',
    publishedAt: null,
    authors: [author],
  });
  await addMember(manager, { email: 'm@x.io', note: 'a note' });
  const { adminKey } = await addIntegration(manager);
  return `${adminKey.id}:${adminKey.secret}`;
}

async function contentsOf(database: TestDatabase): Promise<object> {
  const dataSource = await database.publishing();
  const [row] = await dataSource.query(`select
    (select json_agg(json_build_object('id', id, 'slug', slug, 'type', type, 'status', status, 'visibility', visibility,
       'html', html, 'mobiledoc', mobiledoc, 'published_at', published_at) order by id) from publishing.posts) as posts,
    (select json_agg(json_build_object('post', post_id, 'tag', tag_id) order by post_id) from publishing.posts_tags) as tags,
    (select json_agg(json_build_object('post', a.post_id, 'author', u.slug, 'at', a.sort_order) order by a.post_id, a.sort_order)
       from publishing.posts_authors a join publishing.users u on u.id = a.author_id) as authors,
    (select json_agg(json_build_object('id', id, 'email', email, 'note', note) order by id) from publishing.members) as members`);
  return row as object;
}
