import { Button, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { isScreenOffered } from '../../app/shell/screens.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteTable } from './invite-table.tsx';
import { invitesQuery, staffQuery } from './staff-queries.ts';
import { StaffTable } from './staff-table.tsx';

const route = getRouteApi('/shell/staff');

export function StaffScreen() {
  const t = useTranslations('staff');
  const { role } = useCurrentUser();
  return isScreenOffered('staff', role) ? <Staff /> : <NoPermission title={t('title')} />;
}

/** The list of staff, and the list of invitations that were not accepted yet. */
function Staff() {
  const t = useTranslations('staff');
  const { invite = false } = route.useSearch();
  const navigate = useNavigate();
  const action = (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/staff" search={{ invite: true }} />}
    >
      {t('invite')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={action}>
      <StaffList />
      <Invites />
      {invite && <InviteDialog onClose={() => void navigate({ to: '/staff' })} />}
    </Page>
  );
}

function StaffList() {
  const { data, error, isPending, refetch } = useQuery(staffQuery);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return isPending ? <SkeletonRows rows={5} height={37} /> : <StaffTable staff={data} />;
}

function Invites() {
  const t = useTranslations('staff');
  const { data, error, refetch } = useQuery(invitesQuery);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <>
      <Title order={2} size="h3" mt="xl" mb="sm">
        {t('invites')}
      </Title>
      <InviteTable invites={data} />
    </>
  );
}
