import { Button, Checkbox, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { authorsQuery, categoriesQuery, tagsQuery } from './filter-queries.ts';
import { countFilters, KINDS } from './calendar-search.ts';
import type { CalendarState } from './use-calendar-state.ts';

/** The filters of the calendar: kinds of items (posts, events, …), an author, a tag, a category and the time zone. The URL stores them. */
export function FilterPanel({ state }: { state: CalendarState }) {
  const t = useTranslations('calendar');
  const { search, change } = state;
  const authors = useQuery(authorsQuery).data ?? [];
  const tags = useQuery(tagsQuery).data ?? [];
  const categories = useQuery(categoriesQuery).data ?? [];
  const shown = KINDS.filter((kind) => !search.hide?.includes(kind));
  const noFilters = { hide: undefined, author: undefined, tag: undefined, category: undefined, zone: undefined };
  const select = (key: 'author' | 'tag' | 'category', data: { value: string; label: string }[]) => (
    <Select
      label={t(key)}
      placeholder={t('all')}
      data={withValue(data, search[key])}
      value={search[key] ?? null}
      onChange={(value) => change({ [key]: value ?? undefined })}
      searchable
      clearable
      limit={50}
      comboboxProps={{ withinPortal: false }}
    />
  );
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label={t('show')}
        value={shown}
        onChange={(kinds) => {
          const hide = KINDS.filter((kind) => !kinds.includes(kind));
          change({ hide: hide.length > 0 ? hide : undefined });
        }}
      >
        <Group gap="sm" mt="xs">
          {KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`manyKinds.${kind}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      {select('author', authors)}
      {select('tag', tags)}
      {select('category', categories)}
      <ZoneSelect state={state} />
      {countFilters(search) > 0 && (
        <Button variant="subtle" size="xs" onClick={() => change(noFilters)}>
          {t('clearFilters')}
        </Button>
      )}
    </Stack>
  );
}

/** The options, and the current value in front if they do not contain it: only the first options are loaded. */
function withValue(data: { value: string; label: string }[], value: string | undefined) {
  return value === undefined || data.some((option) => option.value === value)
    ? data
    : [{ value, label: value }, ...data];
}

/** The zone in which the calendar shows its times. */
function ZoneSelect({ state: { zone, siteZone, change } }: { state: CalendarState }) {
  const t = useTranslations('calendar');
  const names = [siteZone, 'UTC', ...Intl.supportedValuesOf('timeZone')];
  return (
    <Select
      label={t('zone')}
      data={[...new Set([...names, zone])].map((value) => ({
        value,
        label: value === siteZone ? t('siteZone', { zone: value.replaceAll('_', ' ') }) : value.replaceAll('_', ' '),
      }))}
      value={zone}
      onChange={(value) => change({ zone: value === siteZone ? undefined : (value ?? undefined) })}
      searchable
      allowDeselect={false}
      limit={50}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
