import type { ImportReport } from '@almanac/publishing';
import { lossesOf } from './losses';

const reportOf = (tables: ImportReport['tables']): ImportReport => ({
  file: { version: null, newest_known: '6' },
  warnings: [],
  tables,
  fields: [],
  posts: { counts: [], changes: [] },
  failed: 0,
});

describe('lossesOf', () => {
  const posts = { table: 'posts', read: 3, stored: 1, present: 1, left_out: [{ reason: 'x', rows: 1 }] };

  it('is empty when every row is stored, already present or not imported', () => {
    expect(lossesOf(reportOf([posts]), { posts: 3, tags: 0 })).toEqual([]);
  });

  it('names rows that the report does not read, and rows that it does not account for', () => {
    expect(lossesOf(reportOf([{ ...posts, stored: 0 }]), { posts: 4, tags: 2 })).toEqual([
      'posts: 4 rows in the file, 3 in the report',
      'tags: 2 rows in the file, 0 in the report',
      'posts: 3 rows read, 2 accounted for',
    ]);
  });
});
