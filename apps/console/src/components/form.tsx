import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Called with the fields of the form by their names. */
  onSubmit: (fields: Record<string, string>) => void;
  /** Whether the values are not trimmed: a password can begin or end with a space. */
  keepsSpaces?: boolean;
  children: ReactNode;
}

/** A form whose fields are read when it is submitted. */
export function Form({ onSubmit, keepsSpaces = false, children }: Props) {
  const valueOf = (value: FormDataEntryValue): string => (keepsSpaces ? String(value) : String(value).trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, valueOf(value)]);
        onSubmit(Object.fromEntries(fields) as Record<string, string>);
      }}
    >
      <Stack gap="md">{children}</Stack>
    </form>
  );
}
