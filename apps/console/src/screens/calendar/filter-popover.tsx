import { Popover } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { FilterPanel } from './filter-panel.tsx';
import { FilterTarget } from './filter-target.tsx';
import type { CalendarState } from './use-calendar-state.ts';

/** The button and the filters. They are open at first, because this component loads when the button is pressed. */
export function FilterPopover({ state }: { state: CalendarState }) {
  const t = useTranslations('calendar');
  return (
    <Popover width={320} position="bottom-end" shadow="md" trapFocus defaultOpened>
      <Popover.Target>
        <FilterTarget search={state.search} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters')}>
        <FilterPanel state={state} />
      </Popover.Dropdown>
    </Popover>
  );
}
