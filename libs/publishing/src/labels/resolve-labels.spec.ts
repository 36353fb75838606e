import { createTestSite, SITE_URL, type TestSite } from '../../test/test-site';
import { inTransaction } from '../write-scope';
import { resolveLabels } from './resolve-labels';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.database.drop());

const resolve = (...names: string[]): Promise<string[]> =>
  inTransaction(site.dataSource, { siteUrl: SITE_URL }, async (scope) => {
    const { ids } = await resolveLabels(
      scope,
      names.map((name) => ({ name })),
    );
    return ids;
  });

it.each(['VIP', 'Ärzte', 'ΕΙΔΗΣΕΙΣ', 'İstanbul'])(
  'creates the label %s once, and then finds it by its name',
  async (name) => {
    const created = await resolve(name);
    expect(created).toHaveLength(1);
    expect(await resolve(` ${name} `)).toEqual(created);
  },
);

it('creates one label of names that PostgreSQL regards as equal', async () => {
  expect(await resolve('ΝΕΟΣ', 'νεοσ')).toHaveLength(1);
});
