import { Popover } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useLazyDropdown } from '../../components/use-lazy-dropdown.ts';
import { FilterPanel } from './filter-panel.tsx';
import { OpenFiltersButton } from './open-filters-button.tsx';
import type { CalendarState } from './use-calendar-state.ts';

/** The button and its popover with the filters. When the button of `FilterButton` is first pressed, this one replaces it, already open. */
export function FilterPopover({ state }: { state: CalendarState }) {
  const t = useTranslations('calendar');
  const { target, isOpen, setOpen } = useLazyDropdown();
  return (
    <Popover width={320} position="bottom-end" shadow="md" trapFocus returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <OpenFiltersButton ref={target} search={state.search} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters')}>
        <FilterPanel state={state} />
      </Popover.Dropdown>
    </Popover>
  );
}
