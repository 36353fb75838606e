import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyDone, notifyError, notifyUndoable } from '../../components/notify.tsx';
import { inverseOf, type PostChange, postsFor } from './bulk-changes.ts';
import type { Failure } from './failures-dialog.tsx';
import { type BulkOutcome, type ListedPost, type PostKind, useChangePosts } from './posts-queries.ts';

/** Changes the selected posts, shows the result, and offers to undo it. */
export function useBulk(kind: PostKind, posts: readonly ListedPost[], onDone: () => void) {
  const t = useTranslations('posts');
  const { mutate, isPending, error, reset } = useChangePosts(kind);
  const [failures, setFailures] = useState<Failure[]>([]);
  const showFailures = (outcome: BulkOutcome): void => setFailures(withTitles(outcome, posts, t('untitled')));
  const undo = (changes: readonly PostChange[]): void =>
    mutate(changes, {
      onSuccess: (outcome) => {
        if (outcome.successful > 0) notifyDone(t('undone', { count: outcome.successful }));
        showFailures(outcome);
      },
      onError: (failed) => notifyError(t('undoFailed'), failed),
    });
  const report = useReport(kind, posts, undo);
  const run = ({ action, meta }: Omit<PostChange, 'ids'>): void => {
    const ids = postsFor(action, posts).map(({ id }) => id);
    const change = { action, ids, ...(meta && { meta }) };
    mutate(ids.length > 0 ? [change] : [], {
      onSuccess: (outcome) => {
        onDone();
        report(change, outcome);
        showFailures(outcome);
      },
      // The dialogs show their error themselves.
      onError: (failed) => {
        if (!meta && action !== 'delete') notifyError(t('bulkFailed'), failed);
      },
    });
  };
  return { run, isPending, error, reset, failures, forgetFailures: () => setFailures([]) };
}

export type Bulk = ReturnType<typeof useBulk>;

function withTitles({ failures }: BulkOutcome, posts: readonly ListedPost[], untitled: string): Failure[] {
  const titles = new Map(posts.map(({ id, title }) => [id, title]));
  return failures.map((failure) => ({ ...failure, title: titles.get(failure.id) || untitled }));
}

/** Reports how many posts changed, and how many were unchanged already. */
function useReport(kind: PostKind, posts: readonly ListedPost[], undo: (changes: PostChange[]) => void) {
  const t = useTranslations('posts');
  const common = useTranslations('common');
  return (change: PostChange, { successful, failures }: BulkOutcome): void => {
    const untouched = posts.length - change.ids.length;
    const message = [
      successful > 0 && t(`done.${change.action}`, { count: successful, kind }),
      untouched > 0 && t('untouched', { count: untouched }),
    ]
      .filter(Boolean)
      .join(' ');
    const refused = new Set(failures.map(({ id }) => id));
    const changed = posts.filter(({ id }) => change.ids.includes(id) && !refused.has(id));
    const inverse = inverseOf(change, changed);
    if (message === '') return;
    if (inverse.length > 0) notifyUndoable(message, common('undo'), () => undo(inverse));
    else notifyDone(message);
  };
}
