import { Button } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { isScreenOffered } from '../../app/shell/screens.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Message } from '../../components/message.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { PageRedirect } from '../../components/page-redirect.tsx';
import { Pager } from '../../components/pager.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { MountOnFirstUse } from '../../components/mount-on-first-use.tsx';
import { MemberFilters } from './member-filters.tsx';
import { MemberTable } from './member-table.tsx';
import { useMembers } from './members-queries.ts';
import { isFiltered, type MembersSearch } from './members-search.ts';

const MemberDrawer = lazyPart(async () => ({ default: (await import('./member-drawer.tsx')).MemberDrawer }));
const ImportDialog = lazyPart(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }));
const route = getRouteApi('/shell/members');
const EXPORT_URL = '/ghost/api/canary/admin/members/csv/?limit=all';

export function MembersScreen() {
  const t = useTranslations('members');
  const { role } = useCurrentUser();
  return isScreenOffered('members', role) ? <Members /> : <NoPermission title={t('title')} />;
}

/** The list of members, and a drawer for the member that is open or added. */
function Members() {
  const t = useTranslations('members');
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (filters: Partial<MembersSearch>): void =>
    void navigate({ to: '.', search: { ...search, page: undefined, ...filters }, replace: true });
  /** @param ignoreBlocker whether unsaved changes of the form are discarded without a confirmation */
  const close = (ignoreBlocker = false): void =>
    void navigate({
      to: '.',
      search: { ...search, open: undefined, task: undefined },
      resetScroll: false,
      ignoreBlocker,
    });
  return (
    <Page title={t('title')} actions={<Actions />}>
      <MemberFilters search={search} onChange={change} />
      <List search={search} />
      <MountOnFirstUse isUsed={search.open !== undefined || search.task === 'add'}>
        <MemberDrawer
          memberId={search.open}
          isAdding={search.task === 'add'}
          onClose={() => close()}
          onDone={() => close(true)}
        />
      </MountOnFirstUse>
      <MountOnFirstUse isUsed={search.task === 'import'}>
        <ImportDialog isOpen={search.task === 'import'} onClose={() => close()} />
      </MountOnFirstUse>
    </Page>
  );
}

function List({ search }: { search: MembersSearch }) {
  const t = useTranslations('members');
  const { data, error, isPending, refetch } = useMembers(search);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows rows={12} height={37} />;
  if (data.members.length > 0)
    return (
      <>
        <MemberTable members={data.members} />
        <Pager meta={data.meta} />
      </>
    );
  const { prev } = data.meta.pagination;
  if (prev !== null) return <PageRedirect page={prev} />;
  return isFiltered(search) ? (
    <Message title={t('noMatch')} text={t('noMatchText')} />
  ) : (
    <Message title={t('none')} text={t('noneText')} action={<TaskButton task="import" />} />
  );
}

function Actions() {
  const t = useTranslations('members');
  return (
    <>
      <Button
        component="a"
        href={EXPORT_URL}
        download
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t('export')}
      </Button>
      <TaskButton task="import" />
      <TaskButton task="add" />
    </>
  );
}

function TaskButton({ task }: { task: 'add' | 'import' }) {
  const t = useTranslations('members');
  const search = (before: object): object => ({ ...before, open: undefined, task });
  const Icon = task === 'add' ? IconPlus : IconUpload;
  return (
    <Button
      size="xs"
      variant={task === 'add' ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="." search={search} resetScroll={false} />}
    >
      {t(task)}
    </Button>
  );
}
