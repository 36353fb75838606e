import { createPublishingDataSource } from '@almanac/entities';
import { addLabel, addMember, addPost, createTestDatabase, statementsOf, type TestDatabase } from '@almanac/testing';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { exportContent } from './export-content';

interface Exported {
  db: [{ data: { members_labels: { member_id: string; label_id: string }[]; posts: { id: string }[] } }];
}

const OPTIONS = { hasPostsMetaTable: true, hasField: () => true, withPasswordHashes: false };

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.publishing();
});
afterAll(() => database.drop());

async function piecesOf(source: DataSource): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of exportContent(source, new Date(), OPTIONS)) pieces.push(piece);
  return pieces;
}

const dataOf = (pieces: readonly string[]): Exported['db'][0]['data'] =>
  (JSON.parse(pieces.join('')) as Exported).db[0].data;

it('reads every label of members once, and continues in the index after the last one', async () => {
  const { manager } = dataSource;
  const members = await Promise.all(Array.from({ length: 150 }, () => addMember(manager)));
  const labels = await Promise.all(['A', 'B', 'C'].map((name) => addLabel(manager, { name, members })));

  let pieces: string[] = [];
  const statements = await statementsOf(async () => {
    pieces = await piecesOf(dataSource);
  });
  const links = dataOf(pieces).members_labels;
  const expected = members.flatMap(({ id }) => labels.map((label) => `${id} ${label.id}`));
  expect(links.map((link) => `${link.member_id} ${link.label_id}`).sort()).toEqual(expected.sort());

  const statement = statements.find((text) => text.includes('publishing.members_labels t')) ?? '';
  const plan = await dataSource.transaction(async (scope) => {
    await scope.query('set local enable_seqscan = off');
    return scope.query<Record<string, string>[]>(`explain ${statement}`, [`${members[75]?.id}${labels[1]?.id}`]);
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Cond: (ROW(member_id, label_id)');
});

it('has large posts in pieces of a few megabytes, each post once', async () => {
  const html = 'x'.repeat(1_000_000);
  const posts: { id: string }[] = [];
  for (let count = 0; count < 12; count += 1) posts.push(await addPost(dataSource.manager, { html, plaintext: html }));
  const pieces = await piecesOf(dataSource);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(5_000_000);
  expect(dataOf(pieces).posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id).sort());
});

it('continues after a pause of the client that is longer than the limit for idle transactions', async () => {
  const limits = { idleInTransactionTimeoutMs: 200 };
  const impatient = await createPublishingDataSource({ url: database.url, limits }).initialize();
  const pieces: string[] = [];
  for await (const piece of exportContent(impatient, new Date(), OPTIONS)) {
    if (pieces.push(piece) === 1) await pause(600);
  }
  expect(dataOf(pieces)).toHaveProperty('posts');
  await impatient.destroy();
});
