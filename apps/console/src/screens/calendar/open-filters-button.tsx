import { Button, type ButtonProps } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useTranslations } from 'use-intl';
import { type CalendarSearch, countFilters } from './calendar-search.ts';

type Props = { search: CalendarSearch } & ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/** The button that opens the filters. It shows the number of filters that are set. */
export function OpenFiltersButton({ search, ...props }: Props) {
  const t = useTranslations('calendar');
  const count = countFilters(search);
  return (
    <Button variant="default" size="xs" leftSection={<IconFilter size={14} aria-hidden />} {...props}>
      {count > 0 ? t('filtersSet', { count }) : t('filters')}
    </Button>
  );
}
