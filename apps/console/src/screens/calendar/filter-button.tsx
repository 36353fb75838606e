import { lazy, Suspense, useState } from 'react';
import { OpenFiltersButton } from './open-filters-button.tsx';
import type { CalendarState } from './use-calendar-state.ts';

const FilterPopover = lazy(async () => ({ default: (await import('./filter-popover.tsx')).FilterPopover }));

/** The button that opens the filters. Their code loads when the button is pressed for the first time. */
export function FilterButton({ state }: { state: CalendarState }) {
  const [isUsed, setUsed] = useState(false);
  const button = <OpenFiltersButton search={state.search} aria-haspopup="dialog" onClick={() => setUsed(true)} />;
  return isUsed ? (
    <Suspense fallback={button}>
      <FilterPopover state={state} />
    </Suspense>
  ) : (
    button
  );
}
