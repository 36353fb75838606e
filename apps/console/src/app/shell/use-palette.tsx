import { useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { CurrentUser } from '../../api/session.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
/** After this time, typed text goes to the page again, even if the palette has not loaded. The text collected before is kept. */
const LOAD_TIMEOUT_MS = 5_000;

/**
 * Collects the text that is typed while the palette loads. The page does not receive it.
 * @returns a function that stops collecting and returns the text
 */
function collectTypedText(): () => string {
  let text = '';
  const onKey = (event: KeyboardEvent): void => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
    text += event.key;
    event.preventDefault();
  };
  const end = (): void => window.removeEventListener('keydown', onKey, true);
  window.addEventListener('keydown', onKey, true);
  setTimeout(end, LOAD_TIMEOUT_MS);
  return () => {
    end();
    const typed = text;
    text = '';
    return typed;
  };
}

/** The command palette. Its script loads with the first use: by `open`, Ctrl-K or ⌘K. */
export function usePalette(user: CurrentUser): { open: () => void; element: ReactNode } {
  const [takeTypedText, setTakeTypedText] = useState<() => string>();
  const loadAndOpen = (): void => {
    const take = collectTypedText();
    setTakeTypedText(() => take);
  };
  const openLoaded = useCallback(() => void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open()), []);
  // While the palette loads, the hotkey does nothing, but must not reach the browser. The loaded palette handles it itself.
  useHotkeys([['mod+K', takeTypedText ? () => undefined : loadAndOpen]]);
  const element = takeTypedText && (
    <Suspense>
      <CommandPalette user={user} takeTypedText={takeTypedText} />
    </Suspense>
  );
  return { open: takeTypedText ? openLoaded : loadAndOpen, element };
}
