import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';

/** How the user activated a field: `focused` by the keyboard, `opened` by a click. */
export type Activation = 'focused' | 'opened';

interface Props extends TextInputProps {
  onActivate: (activation: Activation) => void;
}

/** A field that looks like a closed dropdown, without the script of the dropdown. */
export function ClosedSelect({ onActivate, ...props }: Props) {
  return (
    <TextInput
      {...props}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      readOnly
      pointer
      rightSection={<IconSelector size={14} aria-hidden />}
      // Prevents the focus: its event would replace this field by the dropdown before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onActivate('opened')}
      onFocus={() => onActivate('focused')}
    />
  );
}
