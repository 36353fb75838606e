import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyDone, notifyError, notifyUndoable } from '../../components/notify.tsx';
import { inverseOf, postsFor } from './bulk-changes.ts';
import {
  type BulkAction,
  type BulkChange,
  type BulkOutcome,
  type UndoChange,
  useChangePosts,
  useUndoChanges,
} from './change-posts.ts';
import type { Failure } from './failures-dialog.tsx';
import type { ListedPost, PostKind } from './posts-queries.ts';

/** The actions that `BulkBar` offers. The other actions only undo one of these. */
type OfferedAction = Exclude<BulkAction, 'unschedule' | 'unfeature' | 'removeTag'>;

interface OfferedChange extends Pick<BulkChange, 'meta'> {
  action: OfferedAction;
  /** Whether a dialog is open that shows the error of the change. */
  isInDialog?: boolean;
}

/**
 * Changes the selected posts, shows the result, and offers to undo the change.
 * @param onDone called after a change, also if the server refused to change some of the posts
 */
export function useBulkActions(kind: PostKind, posts: readonly ListedPost[], onDone: () => void) {
  const t = useTranslations('posts');
  const { mutate, isPending, error, reset } = useChangePosts(kind);
  const { mutateAsync: undoChanges, isPending: isUndoing } = useUndoChanges(kind);
  const [failures, setFailures] = useState<Failure[]>([]);
  const showFailures = (outcome: BulkOutcome): void => setFailures(withTitles(outcome, posts, t('untitled')));
  // Uses the promise of `mutateAsync`: the user may undo a change after they have left the list, and React Query calls no callbacks of
  // `mutate` for an unmounted component.
  const undo = (changes: readonly UndoChange[]): void =>
    void undoChanges(changes).then((outcome) => {
      if (outcome.successful > 0) notifyDone(t('undone', { count: outcome.successful }));
      const refused = withTitles(outcome, posts, t('untitled')).map(({ title, message }) => `${title}: ${message}`);
      if (refused.length > 0) notifyError(t('undoFailed'), new Error(refused.join('\n')));
    });
  const notifyOutcome = useOutcomeNotice(kind, posts, undo);
  const run = ({ action, meta, isInDialog = false }: OfferedChange): void => {
    // If the action applies to none of the selected posts, `ids` is empty. Then no request is sent, and the notice says so.
    const change = { action, ids: postsFor(action, posts).map(({ id }) => id), ...(meta && { meta }) };
    mutate(change, {
      onSuccess: (outcome) => {
        onDone();
        notifyOutcome(change, outcome);
        showFailures(outcome);
      },
      onError: (problem) => {
        if (!isInDialog) notifyError(t('bulkFailed'), problem);
      },
    });
  };
  return { run, isPending: isPending || isUndoing, error, reset, failures, clearFailures: () => setFailures([]) };
}

export type BulkActions = ReturnType<typeof useBulkActions>;

function withTitles({ failures }: BulkOutcome, posts: readonly ListedPost[], untitled: string): Failure[] {
  const titles = new Map(posts.map(({ id, title }) => [id, title]));
  return failures.map((failure) => ({ ...failure, title: titles.get(failure.id) || untitled }));
}

/**
 * @returns a function that shows how many posts were changed, and to how many posts the action does not apply. The notice has a button
 * that undoes the change, if this is possible
 */
function useOutcomeNotice(kind: PostKind, posts: readonly ListedPost[], undo: (changes: UndoChange[]) => void) {
  const t = useTranslations('posts');
  const common = useTranslations('common');
  return (change: BulkChange & { action: OfferedAction }, { successful, failures }: BulkOutcome): void => {
    const skipped = posts.length - change.ids.length;
    const message = [
      successful > 0 && t(`done.${change.action}`, { count: successful, kind }),
      skipped > 0 && t('untouched', { count: skipped }),
    ]
      .filter(Boolean)
      .join(' ');
    const failedIds = new Set(failures.map(({ id }) => id));
    const changed = posts.filter(({ id }) => change.ids.includes(id) && !failedIds.has(id));
    const inverse = inverseOf(change, changed);
    if (message === '') return;
    if (inverse.length > 0) notifyUndoable(message, common('undo'), () => undo(inverse));
    else notifyDone(message);
  };
}
