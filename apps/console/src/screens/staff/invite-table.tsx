import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { notifyDone, notifyError } from '../../components/notify.tsx';
import { Table } from '../../components/table.tsx';
import table from '../../components/table.module.css';
import { ASSIGNABLE_ROLES, assignableRolesOf } from './staff-permissions.ts';
import { type Invite, rolesQuery, useResendInvite, useRevokeInvite } from './staff-queries.ts';

export function InviteTable({ invites }: { invites: readonly Invite[] }) {
  const t = useTranslations('staff');
  return (
    <Table aria-label={t('invites')}>
      <thead>
        <tr>
          <Table.Th>{t('email')}</Table.Th>
          <Table.Th w={136} visibleFrom="sm">
            {t('role')}
          </Table.Th>
          <Table.Th w={168} visibleFrom="sm">
            {t('validUntil')}
          </Table.Th>
          <Table.Th w={200}>{t('invitation')}</Table.Th>
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
      </tbody>
    </Table>
  );
}

function InviteRow({ invite: { id, email, role_id: roleId, expires } }: { invite: Invite }) {
  const t = useTranslations('staff');
  const format = useFormatter();
  const { data: roles = [] } = useQuery(rolesQuery);
  const assignableRoles = assignableRolesOf(useCurrentUser());
  const resend = useResendInvite();
  const revoke = useRevokeInvite();
  const name = roles.find((role) => role.id === roleId)?.name;
  const role = ASSIGNABLE_ROLES.find((known) => known === name);
  // The buttons use `mutateAsync`: the refetched list may no longer contain this row, and React Query does not call the callbacks of
  // `mutate` for an unmounted component.
  const onError = (error: unknown): void => notifyError(t('inviteChangeFailed'), error);
  return (
    <tr>
      <Table.Td className={table['secondary']}>{email}</Table.Td>
      <Table.Td visibleFrom="sm">{role && t(`roles.${role}`)}</Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {expires < Date.now() ? t('expired') : format.dateTime(new Date(expires), { dateStyle: 'medium' })}
      </Table.Td>
      <Table.Td>
        {role && assignableRoles.includes(role) && (
          <Group gap="xs">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('resendTo', { email })}
              loading={resend.isPending}
              onClick={() =>
                resend.mutateAsync({ email, role_id: roleId }).then(() => notifyDone(t('invited', { email })), onError)
              }
            >
              {t('resend')}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('revokeOf', { email })}
              loading={revoke.isPending}
              onClick={() => revoke.mutateAsync(id).then(() => notifyDone(t('revoked', { email })), onError)}
            >
              {t('revoke')}
            </Button>
          </Group>
        )}
      </Table.Td>
    </tr>
  );
}
