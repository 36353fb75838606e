import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { assignableRolesOf } from './staff-permissions.ts';
import { useInvite } from './staff-queries.ts';

/** The dialog that invites a person by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('staff');
  const assignableRoles = assignableRolesOf(useCurrentUser());
  const invite = useInvite();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string>('Author');
  const send = (): void =>
    invite.mutate(
      { email: email.trim(), roleName: role },
      {
        onSuccess: () => {
          notifyDone(t('invited', { email }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t('invite')}
      action={t('inviteSubmit')}
      isPending={invite.isPending}
      error={invite.error}
      onConfirm={send}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label={t('email')}
        description={t('inviteHelp')}
        required
        data-autofocus
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Radio.Group label={t('role')} value={role} onChange={setRole}>
        <Stack gap="sm" mt="sm">
          {assignableRoles.map((name) => (
            <Radio key={name} value={name} label={t(`roles.${name}`)} description={t(`roleTexts.${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
