import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Called with the trimmed fields of the form by their names. */
  onSubmit: (fields: Record<string, string>) => void;
  children: ReactNode;
}

/** A form whose fields are read when it is submitted. */
export function Form({ onSubmit, children }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
        onSubmit(Object.fromEntries(fields) as Record<string, string>);
      }}
    >
      <Stack gap="md">{children}</Stack>
    </form>
  );
}
