import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';

/** How the user activated a field: `focused` by the keyboard, `opened` by a click. */
export type Activation = 'focused' | 'opened';

interface Props extends TextInputProps {
  onActivate: (activation: Activation) => void;
}

/** A field that looks like a closed dropdown. The caller replaces it by the dropdown, whose script loads later. */
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
      // Prevents the focus by the mouse: `onFocus` would replace this field by the dropdown before `onClick` is called.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onActivate('opened')}
      onFocus={() => onActivate('focused')}
    />
  );
}
