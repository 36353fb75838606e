import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { monospaceInput } from '../../../components/monospace-input.ts';
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
  /** Uses a monospace font, and no spell checking; only with `rows`. */
  isCode?: boolean;
}

/**
 * Edits a text field of the post. An empty text becomes null. While the field has the focus, it shows the typed text: an automatic save can
 * change the value, e.g. the slug `my-` to `my`, before the user has typed it to its end.
 */
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
  const [typed, setTyped] = useState<string>();
  const shared = {
    label,
    description,
    placeholder,
    maxLength,
    value: typed ?? fields[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTyped(value);
      onChange({ [name]: value || null });
    },
    onBlur: () => setTyped(undefined),
  };
  if (!rows) return <TextInput {...shared} />;
  return (
    <Textarea
      {...shared}
      autosize
      minRows={rows}
      maxRows={12}
      {...(isCode && { styles: monospaceInput, spellCheck: false })}
    />
  );
}
