import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKeepDrawerOpen } from './side-drawer.tsx';

interface Props {
  /** Whether the form has changes that are not saved. Called when the user leaves it. */
  hasChanges: () => boolean;
  /** Whether the form stays on the screen when only the search parameters of the URL change. By default, they can close it. */
  staysOnSearch?: boolean;
}

/**
 * Asks the user before a form with unsaved changes is left. It does not ask when only the fragment of the URL changes, and when the session
 * has ended and the sign-in screen opens.
 */
export function UnsavedChanges({ hasChanges, staysOnSearch = false }: Props) {
  const t = useTranslations('common');
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
  useKeepDrawerOpen(prompt !== undefined);
  if (!prompt) return null;
  const stay = (): void => prompt.answer(false);
  return (
    <Modal opened onClose={stay} title={t('leaveTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        <Text size="sm">{t('leaveText')}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => prompt.answer(true)}>
            {t('leaveDiscard')}
          </Button>
          <Button onClick={stay}>{t('leaveStay')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
