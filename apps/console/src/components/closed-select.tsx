import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';

/** How the user activated a field: by keyboard or by pointer. */
export type Use = 'focused' | 'opened';

interface Props extends TextInputProps {
  onUse: (use: Use) => void;
}

/** A field that looks like a closed dropdown, without the script of the dropdown. */
export function ClosedSelect({ onUse, ...props }: Props) {
  return (
    <TextInput
      {...props}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      readOnly
      pointer
      rightSection={<IconSelector size={14} aria-hidden />}
      // Without this, the focus event would replace the field before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onUse('opened')}
      onFocus={() => onUse('focused')}
    />
  );
}
