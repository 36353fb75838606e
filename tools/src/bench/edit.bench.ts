import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { addAdminKey, type AdminKey, authorizationOf } from './admin-key';
import { seedContent } from './content-data';
import { EDITORS, SECONDS } from './edit-load';
import { compare } from './harness/compare';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure } from './harness/figure';
import { ServiceProcess } from './harness/service-process';

const POSTS = '/ghost/api/v3/admin/posts/';

interface EditedPost {
  id: string;
  updated_at: string;
}

/** The edits per second through the Admin API. Each editor waits for the response before the next edit. */
async function editsPerSecond(origin: string, key: AdminKey): Promise<number> {
  const agent = new Agent({ connections: EDITORS });
  const authorization = authorizationOf(key);
  const send = async (method: 'GET' | 'PUT', path: string, post?: object): Promise<EditedPost> => {
    const { statusCode, body } = await request(`${origin}${POSTS}${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization, 'content-type': 'application/json' },
      ...(post && { body: JSON.stringify({ posts: [post] }) }),
    });
    const { posts } = (await body.json()) as { posts?: EditedPost[] };
    if (statusCode !== 200 || !posts?.[0]) throw new Error(`Invalid run: status ${statusCode} of ${method} ${path}`);
    return posts[0];
  };
  const startedAt = performance.now();
  let edits = 0;
  const editor = async (number: number): Promise<void> => {
    let { id, updated_at } = await send('GET', `slug/post-${number + 1}/`);
    while (performance.now() - startedAt < SECONDS * 1000) {
      edits++;
      ({ id, updated_at } = await send('PUT', `${id}/`, { title: `Title ${edits} of ${startedAt}`, updated_at }));
    }
  };
  await Promise.all(Array.from({ length: EDITORS }, (_, number) => editor(number)));
  await agent.close();
  return (edits / (performance.now() - startedAt)) * 1000;
}

async function measure(databaseUrl: string, storage: string): Promise<Figure[]> {
  const key = await addAdminKey(databaseUrl);
  const service = await ServiceProcess.start('apps/admin-api/dist/main.js', {
    DATABASE_URL: databaseUrl,
    SITE_URL: 'https://bench.example',
    ADMIN_URL: 'https://admin.bench.example',
    ENCRYPTION_KEY: 'a key that only benchmarks use, ever',
    STORAGE_PATH: storage,
    RATE_LIMITS: 'off',
  });
  const reference = await ServiceProcess.start('tools/dist/bench/references/bare-edit.js', {
    DATABASE_URL: databaseUrl,
  });
  try {
    const compared = await compare({
      reference: async () => Number(await (await request(reference.url)).body.text()),
      product: () => editsPerSecond(service.url, key),
    });
    return [
      {
        benchmark: 'edit',
        measure: `edits of published posts, ${EDITORS} editors`,
        values: compared.product,
        unit: 'edits/s',
        reference: { name: 'bare transaction, same statements', values: compared.reference },
        bar: '≥ 40 % of the reference',
        limits: { ratio: 0.4 },
        isMet: compared.ratio >= 0.4,
      },
    ];
  } finally {
    await service.stop();
    await reference.stop();
  }
}

/** Measures edits through the Admin API on a site with 10,000 posts, compared with a bare transaction. */
export const edit: Benchmark = {
  name: 'edit',
  description: 'the Admin API: edits of published posts against the bare transaction',
  async run() {
    const databases = await BenchDatabases.start();
    const storage = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
    try {
      return await measure(await databases.seeded('edit_10k_1', seedContent), storage);
    } finally {
      await databases.stop();
      rmSync(storage, { recursive: true });
    }
  },
};
