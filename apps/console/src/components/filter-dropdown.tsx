import { Select, type SelectProps } from '@mantine/core';

/** The props of a `FilterSelect`. */
export interface FilterSelectProps<Value extends string> extends Pick<
  SelectProps,
  'searchable' | 'searchValue' | 'onSearchChange' | 'flex' | 'maw' | 'w'
> {
  /** The accessible name: what the filter chooses, e.g. `Status`. */
  label: string;
  /** The text of the field while no value is chosen, e.g. `Any status`. */
  placeholder: string;
  data: readonly (Value | { value: Value; label: string })[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

interface Props extends Omit<FilterSelectProps<string>, 'onChange'> {
  onChange: (value: string | null) => void;
  /** Whether the field gets the focus when it appears. */
  isFocused: boolean;
  /** Whether the dropdown is open when it appears. */
  isOpen: boolean;
}

/**
 * A filter with its dropdown. `FilterSelect` loads it when the filter is used or has a value, and shows a `ClosedSelect` before.
 */
export function FilterDropdown({ label, value, isFocused, isOpen, ...props }: Props) {
  return (
    <Select
      {...props}
      size="xs"
      clearable
      aria-label={label}
      autoFocus={isFocused}
      defaultDropdownOpened={isOpen}
      value={value ?? null}
    />
  );
}
