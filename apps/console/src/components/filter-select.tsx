import { lazy, Suspense, useState } from 'react';
import { type Activation, ClosedSelect } from './closed-select.tsx';
import type { FilterSelectProps } from './filter-dropdown.tsx';

const FilterDropdown = lazy(async () => ({ default: (await import('./filter-dropdown.tsx')).FilterDropdown }));

/**
 * A clearable filter of a list. The script of the dropdown loads with the first use: until then, a filter without a
 * choice is a `ClosedSelect`, which looks the same.
 */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const [activation, setActivation] = useState<Activation>();
  const { label, data, value, onChange, flex, maw, w } = props;
  const choose = (chosen: string | null): void =>
    onChange(data.map((entry) => (typeof entry === 'string' ? entry : entry.value)).find((known) => known === chosen));
  const closed = (
    <ClosedSelect size="xs" {...{ flex, maw, w }} aria-label={label} placeholder={label} onActivate={setActivation} />
  );
  if (!activation && value === undefined) return closed;
  return (
    <Suspense fallback={closed}>
      <FilterDropdown
        {...props}
        onChange={choose}
        isFocused={activation !== undefined}
        isOpen={activation === 'opened'}
      />
    </Suspense>
  );
}
