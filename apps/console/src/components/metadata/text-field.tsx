import { Textarea, TextInput } from '@mantine/core';

interface Props {
  label: string;
  value: string | null;
  placeholder?: string;
  maxLength: number;
  /** The minimum height of a multi-line field, in lines; absent for a single-line field. */
  rows?: number;
  onChange: (value: string | null) => void;
}

/** A text field. Its value is null if it is empty. */
export function TextField({ value, rows, onChange, ...props }: Props) {
  const shared = {
    ...props,
    value: value ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value || null),
  };
  return rows ? <Textarea {...shared} autosize minRows={rows} maxRows={12} /> : <TextInput {...shared} />;
}
