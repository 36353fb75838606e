import { Box } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useCallback, useState } from 'react';
import type { CurrentUser } from '../../api/session.ts';
import { LoadFailureNotice, lazyPart, PartBoundary } from '../../components/lazy-part.tsx';

const CommandPalette = lazyPart(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
/** Limits how long keys are collected while the palette loads. Later keys go to the page; the palette still gets the collected text. */
const LOAD_TIMEOUT_MS = 5_000;

/**
 * Collects the text that is typed while the palette loads, for at most `LOAD_TIMEOUT_MS`. These characters are not typed into the
 * page, and Backspace removes the last one of them.
 * @returns a function that stops collecting and returns the text
 */
function collectTypedText(): () => string {
  let text = '';
  const onKey = (event: KeyboardEvent): void => {
    // The `key` of a character has the length 1; other keys have names, e.g. "Enter".
    const isCharacter = event.key.length === 1;
    if ((!isCharacter && event.key !== 'Backspace') || event.ctrlKey || event.metaKey) return;
    text = isCharacter ? text + event.key : text.slice(0, -1);
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

/**
 * The command palette. Its script loads when the user first opens it with `open`, Ctrl-K or ⌘K.
 * @returns `element`, which the caller renders, and `open`, which loads and opens the palette
 */
export function usePalette(user: CurrentUser): { open: () => void; element: ReactNode } {
  const [takeTypedText, setTakeTypedText] = useState<() => string>();
  const loadAndOpen = (): void => {
    const take = collectTypedText();
    setTakeTypedText(() => take);
  };
  const openLoaded = useCallback(() => void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open()), []);
  // While the palette loads, the hotkey has no effect. The empty handler prevents the action of the browser for Ctrl-K. The loaded
  // palette handles the hotkey itself.
  useHotkeys([['mod+K', takeTypedText ? () => undefined : loadAndOpen]]);
  const element = takeTypedText && (
    <PartBoundary failure={(retry) => <LoadFailure onRetry={retry} />}>
      <CommandPalette user={user} takeTypedText={takeTypedText} />
    </PartBoundary>
  );
  return { open: takeTypedText ? openLoaded : loadAndOpen, element };
}

/** Lies above the screen, like the palette. */
const LoadFailure = ({ onRetry }: { onRetry: () => void }) => (
  <Box pos="fixed" right={16} bottom={16} bg="body">
    <LoadFailureNotice onRetry={onRetry} />
  </Box>
);
