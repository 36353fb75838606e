import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Called with the values of the fields by the names of the fields. */
  onSubmit: (fields: Record<string, string>) => void;
  /** Leaves spaces at the beginning and the end of values, because a password can have them. By default they are removed. */
  keepsSpaces?: boolean;
  children: ReactNode;
}

/** A form with uncontrolled fields, whose values are read when the form is submitted. */
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
