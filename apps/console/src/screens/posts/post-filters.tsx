import { Button, Collapse, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { authorsQuery, seesOwnPostsOnly } from './posts-queries.ts';
import { isFiltered, POST_ORDERS, POST_STATUSES, type PostsSearch, VISIBILITIES } from './posts-search.ts';
import { TagFilter } from './tag-filter.tsx';

interface Props {
  search: PostsSearch;
  onChange: (filters: Partial<PostsSearch>) => void;
}

const NO_FILTERS: PostsSearch = {
  q: undefined,
  status: undefined,
  visibility: undefined,
  tag: undefined,
  author: undefined,
  featured: undefined,
};

/** The search field and the filters. On a narrow screen, a button shows and hides the filters. */
export function PostFilters({ search, onChange }: Props) {
  const t = useTranslations('posts');
  const common = useTranslations('common');
  const [isOpen, filters] = useDisclosure(isFiltered({ ...search, q: undefined }));
  return (
    <Group gap="sm" mb="md" align="flex-start">
      <SearchField label={t('searchLabel')} value={search.q} onSearch={(q) => onChange({ q })} />
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="default"
        leftSection={<IconFilter size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={filters.toggle}
      >
        {common('filters')}
      </Button>
      <Collapse expanded={isOpen} hiddenFrom="sm" w="100%">
        <Group gap="sm">
          <FilterFields search={search} onChange={onChange} />
        </Group>
      </Collapse>
      <Group gap="sm" visibleFrom="sm" flex="1 1 480px">
        <FilterFields search={search} onChange={onChange} />
        {isFiltered(search) && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(NO_FILTERS)}>
            {common('clear')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

function FilterFields({ search, onChange }: Props) {
  const t = useTranslations('posts');
  const common = useTranslations('common');
  const { role } = useCurrentUser();
  return (
    <>
      <FilterSelect
        {...COMPACT}
        label={t('status')}
        placeholder={t('anyStatus')}
        data={POST_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      {!seesOwnPostsOnly(role) && <AuthorFilter search={search} onChange={onChange} />}
      <TagFilter value={search.tag} onChange={(tag) => onChange({ tag })} />
      <FilterSelect
        {...COMPACT}
        label={t('visibilityFilter')}
        placeholder={t('anyVisibility')}
        data={VISIBILITIES.map((value) => ({ value, label: t(`visibilities.${value}`) }))}
        value={search.visibility}
        onChange={(visibility) => onChange({ visibility })}
      />
      <FilterSelect
        {...COMPACT}
        label={t('featured')}
        placeholder={t('featuredOrNot')}
        data={[{ value: 'yes', label: t('featured') }]}
        value={search.featured ? 'yes' : undefined}
        onChange={(value) => onChange({ featured: value === 'yes' ? true : undefined })}
      />
      <FilterSelect
        {...COMPACT}
        label={common('order')}
        placeholder={t('defaultOrder')}
        data={POST_ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
        value={search.order}
        onChange={(order) => onChange({ order })}
      />
    </>
  );
}

function AuthorFilter({ search, onChange }: Props) {
  const t = useTranslations('posts');
  const { data: authors = [] } = useQuery(authorsQuery);
  return (
    <FilterSelect
      {...COMPACT}
      label={t('author')}
      placeholder={t('anyAuthor')}
      searchable
      data={authors.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={search.author}
      onChange={(author) => onChange({ author })}
    />
  );
}

/** Widths with which several filters fit into a row. */
const COMPACT = { flex: '1 1 104px', maw: { sm: 160 } } as const;
