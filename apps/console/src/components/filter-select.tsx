import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Activation, ClosedSelect } from './closed-select.tsx';
import type { FilterSelectProps } from './filter-dropdown.tsx';
import { lazyPart, PartBoundary } from './lazy-part.tsx';

const FilterDropdown = lazyPart(async () => ({ default: (await import('./filter-dropdown.tsx')).FilterDropdown }));

/**
 * A filter of a list. The user can clear it. The script of the dropdown loads when the user activates the filter, or when the filter has
 * a value. Until then, the filter is a `ClosedSelect`, which looks like an empty filter.
 */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const t = useTranslations('common');
  const [activation, setActivation] = useState<Activation>();
  const { label, placeholder, data, value, onChange, flex, maw, w } = props;
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && (activation !== undefined || value !== undefined)) setUsed(true);
  const choose = (chosen: string | null): void =>
    onChange(data.map((entry) => (typeof entry === 'string' ? entry : entry.value)).find((known) => known === chosen));
  const closedProps = { size: 'xs', placeholder, flex, maw, w, 'aria-label': label };
  const closed = <ClosedSelect {...closedProps} onActivate={setActivation} />;
  if (!isUsed) return closed;
  const failure = (retry: () => void) => {
    const reopen = (next: Activation): void => {
      setActivation(next);
      retry();
    };
    return <ClosedSelect {...closedProps} value={value ?? ''} error={t('fieldFailed')} onActivate={reopen} />;
  };
  return (
    <PartBoundary fallback={closed} failure={failure}>
      <FilterDropdown
        {...props}
        onChange={choose}
        isFocused={activation !== undefined}
        isOpen={activation === 'opened'}
      />
    </PartBoundary>
  );
}
