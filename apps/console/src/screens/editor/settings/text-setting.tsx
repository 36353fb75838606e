import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode } from 'react';
import type { TextField } from '../model/fields.ts';
import type { SectionProps } from './section-props.ts';

interface Props extends Pick<SectionProps, 'fields' | 'onChange'> {
  name: TextField;
  label: string;
  description?: ReactNode;
  placeholder?: string;
  maxLength?: number;
  /** Shows a textarea of at least this number of rows; by default a single line. */
  rows?: number;
  /** Uses a monospace font without spell checking; only with `rows`. */
  isCode?: boolean;
}

/** Edits a text field of the post. An empty text becomes null. */
export function TextSetting({
  name,
  label,
  description,
  placeholder,
  maxLength,
  rows,
  isCode,
  fields,
  onChange,
}: Props) {
  const shared = {
    label,
    description,
    placeholder,
    maxLength,
    value: fields[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value || null }),
  };
  if (!rows) return <TextInput {...shared} />;
  return (
    <Textarea
      {...shared}
      autosize
      minRows={rows}
      maxRows={12}
      {...(isCode && { ff: 'monospace', spellCheck: false })}
    />
  );
}
