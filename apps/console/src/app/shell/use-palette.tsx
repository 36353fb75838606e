import { useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
/** When the palette has not loaded within this time, typed keys go to the page again; the text typed before is kept. */
const LOADING_MS = 5_000;

/** Collects the text that is typed while the palette loads. @returns a function that stops the collection and returns the text */
function collectTyped(): () => string {
  let text = '';
  const onKey = (event: KeyboardEvent): void => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
    text += event.key;
    event.preventDefault();
  };
  const end = (): void => window.removeEventListener('keydown', onKey, true);
  window.addEventListener('keydown', onKey, true);
  setTimeout(end, LOADING_MS);
  return () => {
    end();
    const typed = text;
    text = '';
    return typed;
  };
}

/** The command palette. It loads with its first use: by `open`, Ctrl-K or ⌘K. */
export function usePalette(): { open: () => void; element: ReactNode } {
  const [takeTyped, setTakeTyped] = useState<() => string>();
  const openFirst = (): void => {
    const take = collectTyped();
    setTakeTyped(() => take);
  };
  const openAgain = useCallback(() => void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open()), []);
  // The loaded palette handles the hotkey itself.
  useHotkeys(takeTyped ? [] : [['mod+K', openFirst]]);
  const element = takeTyped && (
    <Suspense>
      <CommandPalette takeTyped={takeTyped} />
    </Suspense>
  );
  return { open: takeTyped ? openAgain : openFirst, element };
}
