import { createTestDatabase } from '@almanac/testing';
import { lowerCase } from './lower-case';

it('returns what lower() of PostgreSQL returns', async () => {
  const database = await createTestDatabase();
  const { manager } = await database.publishing();
  const texts = ['Sea', 'ÄRZTE', 'ΕΙΔΗΣΕΙΣ', 'Ειδήσεις', 'İstanbul', 'ẞ', '𐐀', ''];
  const rows: { text: string }[] = await manager.query(
    'select lower(name) as text from unnest($1::text[]) with ordinality as names (name, place) order by place',
    [texts],
  );
  expect(texts.map(lowerCase)).toEqual(rows.map(({ text }) => text));
  await database.drop();
});
