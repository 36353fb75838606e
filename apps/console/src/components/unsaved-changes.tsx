import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart, PartBoundary } from './lazy-part.tsx';

const UnsavedChangesDialog = lazyPart(() => import('./unsaved-changes-dialog.tsx'));

interface Props {
  /** Whether the form has changes that are not saved. Called when the user leaves it. */
  hasChanges: () => boolean;
  /** Whether the form stays on the screen when only the search parameters of the URL change. By default, they can close it. */
  staysOnSearch?: boolean;
}

/**
 * Asks the user before a form with unsaved changes is left. It does not ask when only the fragment of the URL changes, or when the
 * router opens the sign-in screen because the session has ended.
 */
export function UnsavedChanges({ hasChanges, staysOnSearch = false }: Props) {
  /** The open dialog; undefined while the user is not asked. */
  const [prompt, setPrompt] = useState<{ answer: (isLeaving: boolean) => void }>();
  useBlocker({
    enableBeforeUnload: hasChanges,
    shouldBlockFn: async ({ current, next }) => {
      const isSamePath = next.pathname === current.pathname;
      const isSameSearch = JSON.stringify(next.search) === JSON.stringify(current.search);
      if (isSamePath && (staysOnSearch || isSameSearch)) return false;
      if (next.pathname.endsWith('/signin') || !hasChanges()) return false;
      // The user is asked already.
      if (prompt) return true;
      const isLeaving = await new Promise<boolean>((answer) => setPrompt({ answer }));
      setPrompt(undefined);
      return !isLeaving;
    },
  });
  if (!prompt) return null;
  return (
    <PartBoundary>
      <UnsavedChangesDialog onDecide={prompt.answer} />
    </PartBoundary>
  );
}
