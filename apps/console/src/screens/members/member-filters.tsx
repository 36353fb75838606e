import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { labelsQuery } from './members-queries.ts';
import { MEMBER_ORDERS, type MembersSearch, PLANS, SUBSCRIPTIONS } from './members-search.ts';

interface Props {
  search: MembersSearch;
  onChange: (filters: Partial<MembersSearch>) => void;
}

export function MemberFilters({ search, onChange }: Props) {
  const t = useTranslations('members');
  const common = useTranslations('common');
  const { data: labels = [] } = useQuery(labelsQuery);
  return (
    <Group gap="sm" mb="md">
      <SearchField label={t('searchLabel')} value={search.q} onSearch={(q) => onChange({ q })} />
      <FilterSelect
        {...COMPACT}
        label={t('plan')}
        placeholder={t('anyPlan')}
        data={PLANS.map((value) => ({ value, label: t(`plans.${value}`) }))}
        value={search.plan}
        onChange={(plan) => onChange({ plan })}
      />
      <FilterSelect
        {...COMPACT}
        label={t('label')}
        placeholder={t('anyLabel')}
        searchable
        data={labels.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={search.label}
        onChange={(label) => onChange({ label })}
      />
      <FilterSelect
        {...COMPACT}
        label={t('newsletter')}
        placeholder={t('anySubscription')}
        data={SUBSCRIPTIONS.map((value) => ({ value, label: t(`subscriptions.${value}`) }))}
        value={search.subscribed}
        onChange={(subscribed) => onChange({ subscribed })}
      />
      <FilterSelect
        {...COMPACT}
        label={common('order')}
        placeholder={t('newestFirst')}
        data={MEMBER_ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
        value={search.order}
        onChange={(order) => onChange({ order })}
      />
    </Group>
  );
}

/** The width of a filter, so that several filters fit into a row. */
const COMPACT = { flex: '1 1 120px', maw: { sm: 180 } } as const;
