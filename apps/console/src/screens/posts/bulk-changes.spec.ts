import { inverseOf, postsToMail } from './bulk-changes.ts';
import type { BulkChange } from './change-posts.ts';
import type { ListedPost } from './posts-queries.ts';

const FORMER_DATE = '2025-11-24T09:00:00.000Z';
const PLANNED_DATE = '2027-11-24T09:00:00.000Z';

const post = (fields: Partial<ListedPost> & { id: string }): ListedPost => ({
  title: fields.id,
  status: 'draft',
  visibility: 'public',
  featured: false,
  published_at: null,
  updated_at: null,
  email_only: false,
  send_email_when_published: false,
  email: null,
  ...fields,
});

const undated = post({ id: 'undated' });
const formerlyPublished = post({ id: 'formerly published', published_at: FORMER_DATE });
const planned = post({ id: 'planned', published_at: PLANNED_DATE });
const scheduled = post({ id: 'scheduled', status: 'scheduled', published_at: PLANNED_DATE });

describe('undoing a bulk change', () => {
  it('restores the dates of published posts, then their schedule', () => {
    const change: BulkChange = { action: 'publish', ids: [] };
    expect(inverseOf(change, [undated, formerlyPublished, planned, scheduled])).toEqual([
      { action: 'restoreDraft', ids: ['undated'], publishedAt: null },
      { action: 'restoreDraft', ids: ['formerly published'], publishedAt: FORMER_DATE },
      { action: 'restoreDraft', ids: ['planned', 'scheduled'], publishedAt: PLANNED_DATE },
      { action: 'schedule', ids: ['scheduled'], meta: { published_at: PLANNED_DATE } },
    ]);
  });

  it('restores the dates of scheduled posts', () => {
    const change: BulkChange = { action: 'schedule', ids: [], meta: { published_at: '2028-01-01T09:00:00.000Z' } };
    expect(inverseOf(change, [undated, formerlyPublished, scheduled])).toEqual([
      { action: 'restoreDraft', ids: ['undated'], publishedAt: null },
      { action: 'restoreDraft', ids: ['formerly published'], publishedAt: FORMER_DATE },
      { action: 'schedule', ids: ['scheduled'], meta: { published_at: PLANNED_DATE } },
    ]);
  });
});

describe('the posts that are mailed when an action publishes them', () => {
  const mailed = post({ id: 'mailed', send_email_when_published: true });

  it('are drafts and scheduled posts that were not mailed before', () => {
    const sent = { ...mailed, id: 'sent', email: {} as NonNullable<ListedPost['email']> };
    const published = { ...mailed, id: 'published', status: 'published' } as const;
    expect(postsToMail('publish', 'posts', [undated, mailed, sent, published])).toEqual([mailed]);
  });

  it('are never pages', () => {
    expect(postsToMail('schedule', 'pages', [mailed])).toEqual([]);
  });
});
