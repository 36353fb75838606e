import { useState } from 'react';
import { ButtonWithFailure } from '../../components/button-with-failure.tsx';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { OpenFiltersButton } from './open-filters-button.tsx';
import type { CalendarState } from './use-calendar-state.ts';

const FilterPopover = lazyPart(async () => ({ default: (await import('./filter-popover.tsx')).FilterPopover }));

/** The button that opens the filters. Their code loads when the button is pressed for the first time. */
export function FilterButton({ state }: { state: CalendarState }) {
  const [isUsed, setUsed] = useState(false);
  const buttonFor = (press: () => void) => (
    <OpenFiltersButton search={state.search} aria-haspopup="dialog" onClick={press} />
  );
  const button = buttonFor(() => setUsed(true));
  if (!isUsed) return button;
  return (
    <PartBoundary fallback={button} failure={(retry) => <ButtonWithFailure>{buttonFor(retry)}</ButtonWithFailure>}>
      <FilterPopover state={state} />
    </PartBoundary>
  );
}
