import { Button, Checkbox, Group, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { Message } from '../../components/message.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { calendarAccountQuery } from '../calendar/calendar-queries.ts';
import { categoriesQuery } from '../calendar/filter-queries.ts';
import { eventListQuery } from './event-list-query.ts';
import type { EventListSearch } from './event-list-search.ts';
import { EventsTable } from './events-table.tsx';
import { STATUSES } from './statuses.ts';

const route = getRouteApi('/shell/events');

/** The screen that lists events: search, filters and a table. */
export function EventsScreen() {
  const t = useTranslations('events');
  const search = route.useSearch();
  const { data: account } = useQuery(calendarAccountQuery);
  const { data: found, isLoading, isPlaceholderData, error, refetch } = useQuery(eventListQuery(search));
  const events = found?.filter(({ event }) => !search.status || event.status === search.status) ?? [];
  const isEmpty = events.length === 0;
  const createButton = (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/events/$id" params={{ id: 'new' }} />}
    >
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={createButton}>
      <Filters />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {(isLoading || (isPlaceholderData && isEmpty)) && <SkeletonRows />}
      {found && !isPlaceholderData && isEmpty && <Message title={t('emptyTitle')} text={t(emptyTextOf(search))} />}
      {!isEmpty && <EventsTable events={events} isPast={search.when === 'past'} accountId={account?.id} />}
    </Page>
  );
}

/** The key of the text for an empty list. */
function emptyTextOf({ q, when, status, category, mine }: EventListSearch) {
  if (status !== undefined || category !== undefined || mine || (q && when)) return 'emptyFilteredText';
  if (when === 'past') return 'emptyPastText';
  return q ? 'emptySearchText' : 'emptyText';
}

function Filters() {
  const t = useTranslations('events');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: categories = [] } = useQuery(categoriesQuery);
  const change = (values: { [Key in keyof EventListSearch]?: EventListSearch[Key] | undefined }): void =>
    void navigate({
      replace: true,
      search: (old) =>
        Object.fromEntries(Object.entries({ ...old, ...values }).filter(([, value]) => value !== undefined)),
    });
  return (
    <Group gap="sm" mb="md" align="center">
      <SearchField label={t('search')} value={search.q} onSearch={(q) => change({ q })} />
      <SegmentedControl
        size="xs"
        aria-label={t('when')}
        value={search.when ?? 'upcoming'}
        onChange={(value) => change({ when: value === 'past' ? 'past' : undefined })}
        data={[
          { value: 'upcoming', label: t('upcoming') },
          { value: 'past', label: t('past') },
        ]}
      />
      <FilterSelect
        w={150}
        label={t('status')}
        placeholder={t('anyStatus')}
        value={search.status}
        onChange={(status) => change({ status })}
        data={STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <FilterSelect
        w={170}
        label={t('category')}
        placeholder={t('anyCategory')}
        searchable
        value={search.category}
        onChange={(category) => change({ category })}
        data={categories}
      />
      <Checkbox
        size="xs"
        label={t('mine')}
        checked={search.mine ?? false}
        onChange={(event) => change({ mine: event.currentTarget.checked || undefined })}
      />
    </Group>
  );
}
