import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Pick<TextInputProps, 'label' | 'aria-label' | 'w'> {
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** A field for a whole number from 1 to `max`. Any other text stays in the field without a call of `onChange`, and the form rejects it. */
export function CountInput({ value, max, onChange, ...props }: Props) {
  const [text, setText] = useState(String(value));
  const [shownValue, setShownValue] = useState(value);
  // The parent component has changed the value, perhaps because of `onChange`. The text stays if it has the same value, e.g. `07` for 7.
  if (value !== shownValue) {
    setShownValue(value);
    if (Number(text) !== value) setText(String(value));
  }
  const change = (typed: string): void => {
    setText(typed);
    const number = Number(typed);
    if (Number.isInteger(number) && number >= 1 && number <= max) onChange(number);
  };
  return (
    <TextInput
      {...props}
      type="number"
      min={1}
      max={max}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      required
    />
  );
}
