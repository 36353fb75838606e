import type { SelectProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ClosedSelect, type Use } from './closed-select.tsx';

const LoadedSelect = lazy(async () => ({ default: (await import('./loaded-select.tsx')).LoadedSelect }));

/** The props of a filter. The field shows its label while nothing is chosen. */
export interface FilterSelectProps<Value extends string> extends Pick<
  SelectProps,
  'searchable' | 'searchValue' | 'onSearchChange' | 'flex' | 'maw' | 'w'
> {
  label: string;
  data: readonly (Value | { value: Value; label: string })[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/**
 * A filter of a list that can be cleared. Lists open without the script of the dropdown: until its first use, a filter without a
 * choice is a field that looks the same.
 */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const [use, setUse] = useState<Use>();
  const { label, data, value, onChange, flex, maw, w } = props;
  const choose = (chosen: string | null): void =>
    onChange(data.map((entry) => (typeof entry === 'string' ? entry : entry.value)).find((known) => known === chosen));
  const field = <ClosedSelect size="xs" {...{ flex, maw, w }} aria-label={label} placeholder={label} onUse={setUse} />;
  if (!use && value === undefined) return field;
  return (
    <Suspense fallback={field}>
      <LoadedSelect {...props} onChange={choose} isFocused={use !== undefined} isOpen={use === 'opened'} />
    </Suspense>
  );
}
