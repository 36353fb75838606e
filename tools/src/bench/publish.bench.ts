import { createPublishingDataSource } from '@almanac/entities';
import { PostsService } from '@almanac/publishing';
import { LexicalRenderer } from '@almanac/rendering';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { compare } from './harness/compare';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure } from './harness/figure';
import { CLIENTS, OUTBOX_INSERT, POSTS_EACH, PUBLICATION, seedDrafts, transactionsPerSecond } from './publish-load';

/** The required ratio of the rates with and without the triggers. */
const BAR = 0.8;

/** Enables or disables the triggers that raise the site revision and send notifications. */
async function setTriggers(client: Client, state: 'enable' | 'disable'): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger
     where tgfoid in ('publishing.raise_site_revision'::regproc, 'publishing.announce_outbox'::regproc)`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} ${state} trigger ${name}`);
}

/** Empties the tables that the load fills, so that each measurement begins with the same number of rows. */
async function emptyTables(client: Client): Promise<void> {
  await client.query('truncate publishing.outbox, publishing.actions');
  await client.query('vacuum publishing.posts');
  await client.query('checkpoint');
}

/** The publications per second by PostsService in this process, CLIENTS at a time. */
async function publicationsPerSecond(source: DataSource): Promise<number> {
  const posts = new PostsService({
    dataSource: source,
    renderer: new LexicalRenderer(),
    siteUrl: 'https://bench.example',
  });
  await source.query(`update publishing.posts set status = 'draft', published_at = null`);
  const ids = (await source.query<{ id: string }[]>('select id from publishing.posts')).map(({ id }) => id);
  const count = ids.length;
  const startedAt = performance.now();
  const publishInSequence = async (): Promise<void> => {
    for (let id = ids.pop(); id; id = ids.pop())
      await posts.edit(
        { kind: 'integration', id: '1', role: 'Admin Integration' },
        { type: 'post', id },
        { status: 'published' },
      );
  };
  await Promise.all(Array.from({ length: CLIENTS }, publishInSequence));
  return (count / (performance.now() - startedAt)) * 1000;
}

/** @param rate runs the load, and returns transactions per second */
async function figure(client: Client, measure: string, rate: () => Promise<number>): Promise<Figure> {
  const measured = (state: 'enable' | 'disable') => async (): Promise<number> => {
    await emptyTables(client);
    await setTriggers(client, state);
    return rate();
  };
  const compared = await compare({
    reference: measured('disable'),
    product: measured('enable'),
    pairs: Number(process.env.PAIRS ?? 5),
    warmUps: 1,
  });
  return {
    benchmark: 'publish',
    measure,
    values: compared.product,
    unit: 'tx/s',
    reference: { name: 'without revision and notification', values: compared.reference },
    bar: `≥ ${BAR * 100} % of the reference`,
    limits: { ratio: BAR },
    isMet: compared.ratio >= BAR,
  };
}

/** Measures concurrent publications, compared with those without the triggers that raise the site revision and send notifications. */
export const publish: Benchmark = {
  name: 'publish',
  description: `posts published at once by ${CLIENTS} clients, with and without revision and notification`,
  async run() {
    const databases = await BenchDatabases.start();
    const url = await databases.seeded(`publish_${CLIENTS}_${POSTS_EACH}_2`, (source) =>
      seedDrafts((text, values) => source.query(text, values)),
    );
    const client = new Client({ connectionString: url });
    await client.connect();
    const source = await createPublishingDataSource({ url, poolSize: CLIENTS }).initialize();
    try {
      return [
        await figure(client, `publications, ${CLIENTS} connections`, () => transactionsPerSecond(url, PUBLICATION)),
        await figure(client, `outbox inserts, ${CLIENTS} connections`, () => transactionsPerSecond(url, OUTBOX_INSERT)),
        await figure(client, `publications by PostsService, ${CLIENTS} at a time`, () => publicationsPerSecond(source)),
      ];
    } finally {
      await setTriggers(client, 'enable');
      await source.destroy();
      await client.end();
      await databases.stop();
    }
  },
};
