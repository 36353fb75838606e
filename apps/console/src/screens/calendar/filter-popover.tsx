import { Popover } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useLazyDropdown } from '../../components/use-lazy-dropdown.ts';
import { FilterPanel } from './filter-panel.tsx';
import { OpenFiltersButton } from './open-filters-button.tsx';
import type { CalendarState } from './use-calendar-state.ts';

/**
 * A button and its popover with the filters. When the button of `FilterButton` is first pressed, this component replaces that button, and
 * opens the popover at once.
 */
export function FilterPopover({ state }: { state: CalendarState }) {
  const t = useTranslations('calendar');
  const { target, isOpen, setOpen } = useLazyDropdown();
  const closeOnUnusedEscape = ({ key, target: field }: KeyboardEvent<HTMLElement>): void => {
    // In an open list of a field, Escape closes only the list.
    const isInList = field instanceof Element && field.getAttribute('aria-expanded') === 'true';
    if (key === 'Escape' && !isInList) setOpen(false);
  };
  return (
    <Popover
      width={320}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setOpen}
      // `closeOnUnusedEscape` closes it.
      closeOnEscape={false}
    >
      <Popover.Target>
        <OpenFiltersButton ref={target} search={state.search} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters')} onKeyDownCapture={closeOnUnusedEscape}>
        <FilterPanel state={state} />
      </Popover.Dropdown>
    </Popover>
  );
}
