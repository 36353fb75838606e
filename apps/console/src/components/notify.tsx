import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { errorText } from './error-text.ts';

/** The time for which the button that undoes an action is shown. */
const UNDO_MS = 10_000;

/** Reports a completed action. Call it only after the server has confirmed the action. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'accent', autoClose: 5_000 });
}

/**
 * Reports a completed action, with a button to undo it. The notification disappears after `UNDO_MS`, unless the pointer is over it.
 * @param label the text of the button
 */
export function notifyUndoable(message: string, label: string, undo: () => void): void {
  const id = crypto.randomUUID();
  const onUndo = (): void => {
    notifications.hide(id);
    undo();
  };
  notifications.show({
    id,
    color: 'accent',
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={onUndo}>
          {label}
        </Button>
      </Group>
    ),
  });
}

/** Reports an error, whose text can have several lines. The notification stays until the user closes it. */
export function notifyError(title: string, error: unknown): void {
  const styles = { description: { whiteSpace: 'pre-line' } } as const;
  notifications.show({ title, message: errorText(error), color: 'red', autoClose: false, role: 'alert', styles });
}
