import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Called with the fields of the form by their names. */
  onSubmit: (fields: Record<string, string>) => void;
  /** Keeps spaces at the beginning and the end of values, which a password can have. By default they are removed. */
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
