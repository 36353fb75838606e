import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { closeUnlessPending } from './close-unless-pending.ts';
import { ErrorNotice } from './error-notice.tsx';
import { useKeepDrawerOpen } from './side-drawer.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface Props {
  isOpen: boolean;
  title: string;
  /** E.g. the consequences, the names of the affected items, or form fields. */
  children?: ReactNode;
  /** The text of the button, e.g. "Delete 3 posts". */
  action: string;
  /** Makes the button red, for actions that cannot be undone. */
  isDangerous?: boolean;
  /** Whether something that the action needs is missing. Its button is disabled then. */
  isIncomplete?: boolean;
  /** Whether the action runs. The dialog cannot be closed then. */
  isPending: boolean;
  /** The error of the last attempt; falsy if there is none. When the dialog opens again, it does not show the error of earlier attempts. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks for a confirmation before an action with serious consequences, or for the values of an action. The caller closes the dialog when
 * the action has succeeded.
 */
export function ConfirmDialog(props: Props) {
  const { isOpen, title, children, action, isPending, error, onConfirm, onClose } = props;
  const { isDangerous = false, isIncomplete = false } = props;
  const t = useTranslations('common');
  useReturnFocus(isOpen);
  useKeepDrawerOpen(isOpen);
  const [hasTried, setHasTried] = useState(false);
  const stackId = useId();
  const close = (): void => {
    setHasTried(false);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      // In a `Modal.Stack`, dialogs with a `stackId` close one at a time on Escape. Outside of a stack, Mantine ignores `stackId`.
      stackId={stackId}
      {...closeUnlessPending(isPending, close)}
      title={
        <Text span fw={650} fz="lg">
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('close') }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setHasTried(true);
          onConfirm();
        }}
      >
        <Stack gap="md">
          {children}
          {hasTried && Boolean(error) && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={isPending} onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" color={isDangerous ? 'red.9' : undefined} disabled={isIncomplete} loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
