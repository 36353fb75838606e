import { lazy, Suspense, useState } from 'react';
import { type Activation, ClosedSelect } from './closed-select.tsx';
import type { FilterSelectProps } from './filter-dropdown.tsx';

const FilterDropdown = lazy(async () => ({ default: (await import('./filter-dropdown.tsx')).FilterDropdown }));

/**
 * A filter of a list. The user can clear it. The script of the dropdown loads when the user activates the filter, or when the filter has
 * a value. Until then, the filter is a `ClosedSelect`, which looks like an empty filter.
 */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const [activation, setActivation] = useState<Activation>();
  const { label, placeholder, data, value, onChange, flex, maw, w } = props;
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && (activation !== undefined || value !== undefined)) setUsed(true);
  const choose = (chosen: string | null): void =>
    onChange(data.map((entry) => (typeof entry === 'string' ? entry : entry.value)).find((known) => known === chosen));
  const closed = (
    <ClosedSelect size="xs" {...{ placeholder, flex, maw, w }} aria-label={label} onActivate={setActivation} />
  );
  if (!isUsed) return closed;
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
