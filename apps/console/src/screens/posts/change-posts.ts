import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';
import { isConnectionProblem } from '../../api/query-client.ts';
import { errorText } from '../../components/error-text.ts';
import { postApi } from '../editor/model/post-api.ts';
import type { PostKind } from './posts-queries.ts';
import type { Visibility } from './posts-search.ts';

type EditOptions = Parameters<typeof admin.put<'/posts/bulk/'>>[1];

/** The actions on many posts: those of `PUT posts/bulk/` of the Admin API, and `delete`, which is `DELETE posts/bulk/`. */
export type BulkAction = EditOptions['body']['bulk']['action'] | 'delete';

/** The change of one request: an action on the posts with these ids. */
export interface BulkChange {
  action: BulkAction;
  ids: string[];
  /** The values that the action needs. `published_at` is ISO 8601. */
  meta?: { published_at?: string; visibility?: Visibility; tags?: { name: string }[] };
}

/**
 * Makes posts drafts with a date of publication. Needs requests for each post, because the bulk action `unpublish` keeps the date, and
 * `unschedule` removes it.
 */
export interface DraftRestoration {
  action: 'restoreDraft';
  ids: string[];
  /** ISO 8601; null for drafts without a date. */
  publishedAt: string | null;
}

/** A change that undoes another one. */
export type UndoChange = BulkChange | DraftRestoration;

/** A post that was not changed, with the reason. */
interface UnchangedPost {
  id: string;
  message: string;
  context?: string;
}

/** The result of a change: the number of changed posts, and the errors of the other posts. */
export interface BulkOutcome {
  successful: number;
  failures: UnchangedPost[];
}

/** Sends the request of a bulk change; without ids, none. */
async function changePosts(kind: PostKind, { ids, action, meta }: BulkChange): Promise<BulkOutcome> {
  if (ids.length === 0) return { successful: 0, failures: [] };
  const params = { query: { ids: ids.join(',') } };
  const { bulk } =
    action === 'delete'
      ? await (kind === 'posts' ? admin.delete('/posts/bulk/', { params }) : admin.delete('/pages/bulk/', { params }))
      : await sendEdit(kind, { params, body: { bulk: { action, ...(meta && { meta }) } } });
  return { successful: bulk.meta.stats.successful, failures: bulk.meta.errors };
}

const sendEdit = (kind: PostKind, options: EditOptions) =>
  kind === 'posts' ? admin.put('/posts/bulk/', options) : admin.put('/pages/bulk/', options);

/** @returns the posts that could not be restored */
async function restoreDrafts(kind: PostKind, { ids, publishedAt }: DraftRestoration): Promise<UnchangedPost[]> {
  const api = postApi(kind);
  const failures: UnchangedPost[] = [];
  for (const [index, id] of ids.entries()) {
    try {
      await api.edit(await api.read(id), { status: 'draft', published_at: publishedAt });
    } catch (error) {
      const message = errorText(error);
      // Without a connection, the requests for the other posts would fail, too, each after its time limit.
      if (isConnectionProblem(error))
        return [...failures, ...ids.slice(index).map((other) => ({ id: other, message }))];
      failures.push({ id, message });
    }
  }
  return failures;
}

/**
 * Carries out the changes one after the other. An error of a request becomes a failure of its posts. A post that one change has failed to
 * change is left out of the following ones.
 * @returns `successful` is the number of posts for which no change has failed
 */
async function undoChanges(kind: PostKind, changes: readonly UndoChange[]): Promise<BulkOutcome> {
  const failures = new Map<string, UnchangedPost>();
  for (const change of changes) {
    const rest = { ...change, ids: change.ids.filter((id) => !failures.has(id)) };
    for (const failure of await failuresOf(kind, rest)) failures.set(failure.id, failure);
  }
  const ids = new Set(changes.flatMap((change) => change.ids));
  return { successful: ids.size - failures.size, failures: [...failures.values()] };
}

async function failuresOf(kind: PostKind, change: UndoChange): Promise<UnchangedPost[]> {
  if (change.action === 'restoreDraft') return restoreDrafts(kind, change);
  try {
    return (await changePosts(kind, change)).failures;
  } catch (error) {
    return change.ids.map((id) => ({ id, message: errorText(error) }));
  }
}

/** Changes posts by one bulk request. */
export function useChangePosts(kind: PostKind) {
  const refresh = useRefreshPosts();
  return useMutation({ mutationFn: (change: BulkChange) => changePosts(kind, change), onSettled: refresh });
}

/** Undoes a change of posts. Posts that could not be changed back are failures in the outcome; no error is thrown. */
export function useUndoChanges(kind: PostKind) {
  const refresh = useRefreshPosts();
  return useMutation({
    mutationFn: (changes: readonly UndoChange[]) => undoChanges(kind, changes),
    onSettled: refresh,
  });
}

function useRefreshPosts(): () => void {
  const cache = useQueryClient();
  return () => {
    // The calendar shows posts by date, and the list of tags shows the number of posts.
    for (const key of ['posts', 'pages', 'calendar', 'tags']) void cache.invalidateQueries({ queryKey: [key] });
  };
}
