import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import danger from './danger.module.css';
import { ErrorNotice } from './error-notice.tsx';
import { SaveButton } from './save-button.tsx';

interface Props {
  children: ReactNode;
  /** The request that saves the fields. */
  save: { isPending: boolean; error: unknown };
  onSubmit: () => void;
  /** Adds a button that deletes the edited resource. */
  deletion?: { label: string; onClick: () => void };
}

/** A form with a "Save" button. An error of the last request is shown above the fields. */
export function SaveForm({ children, save, onSubmit, deletion }: Props) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {Boolean(save.error) && <ErrorNotice error={save.error} />}
        {children}
        <Group justify="space-between">
          <SaveButton isPending={save.isPending} />
          {deletion && (
            <Button variant="subtle" color="red" className={danger['danger']} onClick={deletion.onClick}>
              {deletion.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
