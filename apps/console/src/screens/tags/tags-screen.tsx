import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { isScreenOffered } from '../../app/shell/screens.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Message } from '../../components/message.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { PageRedirect } from '../../components/page-redirect.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { MountOnFirstUse } from '../../components/mount-on-first-use.tsx';
import { TagTable } from './tag-table.tsx';
import { useTags } from './tags-queries.ts';
import { TAG_KINDS, TAG_ORDERS, type TagsSearch } from './tags-search.ts';

const TagDrawer = lazyPart(async () => ({ default: (await import('./tag-drawer.tsx')).TagDrawer }));
const route = getRouteApi('/shell/tags');

export function TagsScreen() {
  const t = useTranslations('tags');
  const { role } = useCurrentUser();
  return isScreenOffered('tags', role) ? <Tags /> : <NoPermission title={t('title')} />;
}

/** The list of tags, and a drawer for the tag that is open or added. */
function Tags() {
  const t = useTranslations('tags');
  const common = useTranslations('common');
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (filters: Partial<TagsSearch>): void =>
    void navigate({ to: '.', search: { ...search, page: undefined, ...filters }, replace: true });
  /** @param ignoreBlocker whether unsaved changes of the form are discarded without a confirmation */
  const close = (ignoreBlocker = false): void =>
    void navigate({
      to: '.',
      search: { ...search, open: undefined, add: undefined },
      resetScroll: false,
      ignoreBlocker,
    });
  return (
    <Page title={t('title')} actions={<NewButton isPrimary />}>
      <Group gap="sm" mb="md">
        <SearchField label={t('searchLabel')} value={search.q} onSearch={(q) => change({ q })} />
        <FilterSelect
          flex="1 1 120px"
          maw={{ sm: 180 }}
          label={t('kind')}
          placeholder={t('anyKind')}
          data={TAG_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={search.kind}
          onChange={(kind) => change({ kind })}
        />
        <FilterSelect
          flex="1 1 120px"
          maw={{ sm: 180 }}
          label={common('order')}
          placeholder={t('byName')}
          data={TAG_ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={search.order}
          onChange={(order) => change({ order })}
        />
      </Group>
      <List search={search} />
      <MountOnFirstUse isUsed={search.open !== undefined || search.add === true}>
        <TagDrawer
          slug={search.open}
          isAdding={search.add ?? false}
          onClose={() => close()}
          onDone={() => close(true)}
        />
      </MountOnFirstUse>
    </Page>
  );
}

function List({ search }: { search: TagsSearch }) {
  const t = useTranslations('tags');
  const { data, error, isPending, refetch } = useTags(search);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows rows={10} height={37} />;
  if (data.tags.length > 0)
    return (
      <>
        <TagTable tags={data.tags} />
        <Pager meta={data.meta} />
      </>
    );
  const { prev } = data.meta.pagination;
  if (prev !== null) return <PageRedirect page={prev} />;
  return search.q || search.kind ? (
    <Message title={t('noMatch')} />
  ) : (
    <Message title={t('none')} text={t('noneText')} action={<NewButton />} />
  );
}

function NewButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const t = useTranslations('tags');
  const search = (before: object): object => ({ ...before, open: undefined, add: true });
  return (
    <Button
      size={isPrimary ? 'xs' : 'sm'}
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="." search={search} resetScroll={false} />}
    >
      {t('new')}
    </Button>
  );
}
