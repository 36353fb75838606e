import { createTestDatabase } from '@almanac/testing';
import { ImportedLabels } from './imported-labels';

it('creates each label whose name differs by lower() of PostgreSQL, so that every row finds its labels', async () => {
  const database = await createTestDatabase();
  const dataSource = await database.publishing();
  const clock = { now: () => new Date() };
  const labels = new ImportedLabels({
    dataSource,
    siteUrl: 'https://site.example',
    clock,
    encryptionKey: 'k'.repeat(32),
  });
  expect([['ΝΕΟΣ', 'VIP'], ['νεος'], ['vip']].map((names) => labels.collect(names))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await labels.create([]);
  const missing = await dataSource.query<object[]>(
    `select row_label.name from unnest($1::text[]) as row_label (name)
     where not exists (select 1 from publishing.labels l where lower(l.name) = lower(row_label.name))`,
    [['ΝΕΟΣ', 'νεος', 'vip']],
  );
  expect(missing).toEqual([]);
  await database.drop();
});
