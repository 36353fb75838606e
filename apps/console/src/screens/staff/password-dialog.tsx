import { PasswordInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { StaffMember } from './staff-permissions.ts';
import { useMailReset, useSetPassword } from './staff-queries.ts';

interface Props {
  member: StaffMember;
  onClose: () => void;
}

/** The dialog for a new password of another user: the user gets a link by mail, or the signed-in user sets the password. */
export function PasswordDialog({ member: { id, name, email, status }, onClose }: Props) {
  const t = useTranslations('staff');
  // The server mails no reset link to suspended users.
  const canBeMailed = status !== 'inactive';
  const [isMailed, setMailed] = useState(canBeMailed);
  const [password, setPassword] = useState('');
  const mailReset = useMailReset();
  const setNewPassword = useSetPassword(id);
  const closeWithNotice = (text: string) => ({
    onSuccess: () => {
      notifyDone(text);
      onClose();
    },
  });
  const confirm = (): void => {
    if (isMailed) mailReset.mutate(email, closeWithNotice(t('resetMailed', { email })));
    else setNewPassword.mutate(password, closeWithNotice(t('passwordSet', { name })));
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('passwordTitle', { name })}
      action={t(isMailed ? 'mailReset' : 'setPassword')}
      isPending={mailReset.isPending || setNewPassword.isPending}
      error={isMailed ? mailReset.error : setNewPassword.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {canBeMailed && (
        <Radio.Group
          aria-label={t('passwordTitle', { name })}
          value={isMailed ? 'mail' : 'set'}
          onChange={(value) => setMailed(value === 'mail')}
        >
          <Stack gap="sm">
            <Radio value="mail" label={t('byMail')} description={t('byMailHelp', { email })} />
            <Radio value="set" label={t('bySetting')} description={t('bySettingHelp')} />
          </Stack>
        </Radio.Group>
      )}
      {!isMailed && (
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordLength')}
          minLength={10}
          autoComplete="new-password"
          required
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
