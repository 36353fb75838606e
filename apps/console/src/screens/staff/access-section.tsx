import { Button, Group, NativeSelect, Stack, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import danger from '../../components/danger.module.css';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { type StaffMember, type StaffPermissions, roleOf, assignableRolesOf } from './staff-permissions.ts';
import { useEditStaff } from './staff-queries.ts';

const DIALOGS = {
  password: lazyPart(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog })),
  suspend: lazyPart(async () => ({ default: (await import('./access-dialogs.tsx')).SuspendDialog })),
  delete: lazyPart(async () => ({ default: (await import('./access-dialogs.tsx')).DeleteDialog })),
  owner: lazyPart(async () => ({ default: (await import('./access-dialogs.tsx')).OwnerDialog })),
};

interface Props {
  member: StaffMember;
  permissions: StaffPermissions;
}

/** The actions on another member of staff: role, password, suspension, ownership and deletion. */
export function AccessSection({ member, permissions: { canManage, canMakeOwner } }: Props) {
  const t = useTranslations('staff');
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const edit = useEditStaff(member.id);
  const isSuspended = member.status === 'inactive';
  const Dialog = dialog && DIALOGS[dialog];
  const activate = (): void =>
    edit.mutate({ status: 'active' }, { onSuccess: () => notifyDone(t('activated', { name: member.name })) });
  return (
    <Stack gap="md">
      <Title order={2} size="h2">
        {t('access')}
      </Title>
      {edit.error && <ErrorNotice error={edit.error} />}
      {canManage && <RoleField member={member} />}
      <Group gap="sm">
        {canManage && (
          <Button variant="default" onClick={() => setDialog('password')}>
            {t('givePassword')}
          </Button>
        )}
        {canManage && (
          <Button
            variant="default"
            loading={edit.isPending}
            onClick={() => (isSuspended ? activate() : setDialog('suspend'))}
          >
            {t(isSuspended ? 'activate' : 'suspend')}
          </Button>
        )}
        {canMakeOwner && (
          <Button variant="default" onClick={() => setDialog('owner')}>
            {t('makeOwner')}
          </Button>
        )}
        {canManage && (
          <Button variant="subtle" color="red" className={danger['danger']} onClick={() => setDialog('delete')}>
            {t('delete')}
          </Button>
        )}
      </Group>
      {Dialog && (
        <PartBoundary key={dialog}>
          <Dialog member={member} onClose={() => setDialog(null)} />
        </PartBoundary>
      )}
    </Stack>
  );
}

/**
 * The field that changes the role. When the role changes, the server ends all sessions of the member of staff. So the chosen role is saved
 * only when the user presses a button: with the arrow keys, users pass other roles before they reach the role that they want.
 */
function RoleField({ member }: { member: StaffMember }) {
  const t = useTranslations('staff');
  const assignableRoles = assignableRolesOf(useCurrentUser());
  const edit = useEditStaff(member.id);
  const select = useRef<HTMLSelectElement>(null);
  /** Undefined while the user has not chosen another role than the stored one. */
  const [chosen, setChosen] = useState<string>();
  const stored = roleOf(member);
  if (chosen === stored) setChosen(undefined);
  const save = (role: string): void =>
    edit.mutate(
      { roles: [role] },
      {
        onSuccess: () => {
          notifyDone(t('roleChanged', { name: member.name }));
          // The button disappears, and the focus with it.
          select.current?.focus();
        },
      },
    );
  return (
    <>
      {edit.error && <ErrorNotice error={edit.error} />}
      <Group align="flex-end" gap="sm">
        <NativeSelect
          ref={select}
          label={t('role')}
          description={t('roleHelp')}
          data={assignableRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
          value={chosen ?? stored}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          flex="1 1 240px"
        />
        {chosen !== undefined && (
          <Button loading={edit.isPending} onClick={() => save(chosen)}>
            {t('changeRole')}
          </Button>
        )}
      </Group>
    </>
  );
}
