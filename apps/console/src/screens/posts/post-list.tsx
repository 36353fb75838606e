import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Message } from '../../components/message.tsx';
import { Page } from '../../components/page.tsx';
import { PageRedirect } from '../../components/page-redirect.tsx';
import { Pager } from '../../components/pager.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { MountOnFirstUse } from '../../components/mount-on-first-use.tsx';
import { PostFilters } from './post-filters.tsx';
import { PostTable } from './post-table.tsx';
import { type PostKind, usePosts } from './posts-queries.ts';
import { isFiltered, type PostsSearch } from './posts-search.ts';

const BulkBar = lazyPart(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

interface Props {
  kind: PostKind;
  search: PostsSearch;
}

/** The screen that lists posts or pages: filters, the table, and the actions on the selected posts. */
export function PostList({ kind, search }: Props) {
  const t = useTranslations('posts');
  const navigate = useNavigate();
  const change = (filters: Partial<PostsSearch>): void =>
    void navigate({ to: '.', search: { ...search, page: undefined, ...filters }, replace: true });
  return (
    <Page title={t(kind)} actions={<NewButton kind={kind} isPrimary />}>
      <PostFilters search={search} onChange={change} />
      <Content kind={kind} search={search} />
    </Page>
  );
}

function Content({ kind, search }: Props) {
  const { data, error, isPending, refetch } = usePosts(kind, search);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const posts = useMemo(() => data?.items.filter(({ id }) => selected.has(id)) ?? [], [data, selected]);
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows rows={12} height={37} />}
      {data?.items.length === 0 && <NothingListed kind={kind} search={search} prev={data.meta.pagination.prev} />}
      {data && data.items.length > 0 && (
        <>
          <PostTable kind={kind} posts={data.items} selected={selected} onSelect={setSelected} />
          <Pager meta={data.meta} />
        </>
      )}
      <MountOnFirstUse isUsed={posts.length > 0}>
        <BulkBar kind={kind} posts={posts} onClear={() => setSelected(new Set())} />
      </MountOnFirstUse>
    </>
  );
}

/** @param props `prev` is the last page of the list if the shown page is beyond it, else null */
function NothingListed({ kind, search, prev }: Props & { prev: number | null }) {
  const t = useTranslations('posts');
  const common = useTranslations('common');
  if (prev !== null) return <PageRedirect page={prev} />;
  if (isFiltered(search)) {
    const action = (
      <Button variant="default" renderRoot={(props) => <Link {...props} to={`/${kind}`} />}>
        {common('clearFilters')}
      </Button>
    );
    return <Message title={t('noMatch', { kind })} text={t('noMatchText')} action={action} />;
  }
  return <Message title={t('none', { kind })} text={t('noneText', { kind })} action={<NewButton kind={kind} />} />;
}

function NewButton({ kind, isPrimary = false }: { kind: PostKind; isPrimary?: boolean }) {
  const t = useTranslations('posts');
  return (
    <Button
      size={isPrimary ? 'xs' : 'sm'}
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={`/${kind}/$id`} params={{ id: 'new' }} />}
    >
      {t('new', { kind })}
    </Button>
  );
}
