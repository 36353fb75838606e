import { Stack } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

/** The values of the fields of a form by the names of the fields. */
export type FormFields = Record<string, string>;

/** @param keepsSpaces by default, spaces at the beginning and the end of values are removed */
export function fieldsOf(form: HTMLFormElement, keepsSpaces = false): FormFields {
  const valueOf = (value: FormDataEntryValue): string => (keepsSpaces ? String(value) : String(value).trim());
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, valueOf(value)]));
}

interface Props {
  onSubmit: (fields: FormFields) => void;
  /** Leaves spaces at the beginning and the end of values, because a password can have them. By default they are removed. */
  keepsSpaces?: boolean;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** A form with uncontrolled fields, whose values are read when the form is submitted. */
export function Form({ onSubmit, keepsSpaces, ref, children }: Props) {
  return (
    <form
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(fieldsOf(event.currentTarget, keepsSpaces));
      }}
    >
      <Stack gap="md">{children}</Stack>
    </form>
  );
}
