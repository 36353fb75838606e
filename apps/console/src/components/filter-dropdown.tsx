import { Select } from '@mantine/core';
import type { FilterSelectProps } from './filter-select.tsx';

interface Props extends Omit<FilterSelectProps<string>, 'onChange'> {
  onChange: (value: string | null) => void;
  /** Whether the field has the focus when it appears. */
  isFocused: boolean;
  /** Whether the dropdown is open when it appears. */
  isOpen: boolean;
}

/** The dropdown of a `FilterSelect`, which replaces its `ClosedSelect`. */
export function FilterDropdown({ label, value, isFocused, isOpen, ...props }: Props) {
  return (
    <Select
      {...props}
      size="xs"
      clearable
      aria-label={label}
      placeholder={label}
      autoFocus={isFocused}
      defaultDropdownOpened={isOpen}
      value={value ?? null}
    />
  );
}
