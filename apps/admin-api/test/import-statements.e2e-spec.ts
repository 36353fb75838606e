import { statementsOf } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import { postForm } from './multipart';

type Row = Record<string, unknown>;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** An export with as many rows in every table, of which each refers to the row with its number. */
function exportOf(count: number): Record<string, Row[]> {
  const rows = (row: (number: number) => Row): Row[] =>
    numbers(count).map((number) => ({ id: number, ...row(number) }));
  return {
    posts: rows((number) => ({
      title: `Post ${number}`,
      slug: `post-${number}`,
      html: '<p>x</p>',
      status: 'published',
    })),
    posts_meta: rows((number) => ({ post_id: number, meta_title: 'Meta', email_only: 0 })),
    posts_tags: rows((number) => ({ post_id: number, tag_id: number })),
    posts_authors: rows((number) => ({ post_id: number, author_id: number })),
    tags: rows((number) => ({ name: `Tag ${number}`, slug: `tag-${number}`, parent_id: 1 })),
    users: rows((number) => ({ name: `User ${number}`, email: `user-${number}@x.io` })),
    members: rows((number) => ({ email: `member-${number}@x.io`, status: 'comped' })),
    labels: rows((number) => ({ name: `Label ${number}` })),
    members_labels: rows((number) => ({ member_id: number, label_id: number })),
  };
}

async function statementsOfImport(count: number): Promise<number> {
  const api: AdminApiUnderTest = await startAdminApi();
  try {
    const content = JSON.stringify({ data: exportOf(count) });
    const file = { name: 'importfile', filename: 'export.json', content, type: 'application/json' };
    const statements = await statementsOf(async () => {
      expect((await postForm(api.owner, 'db/', [file])).status).toBe(200);
    });
    return statements.length;
  } finally {
    await api.close();
  }
}

describe('an import', () => {
  it('sends as many statements for 100 rows of each table as for 10', async () => {
    expect(await statementsOfImport(100)).toBe(await statementsOfImport(10));
  });
});
