import { Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { StaffMember } from './staff-permissions.ts';
import { useDeleteStaff, useEditStaff, useTransferOwnership } from './staff-queries.ts';

interface Props {
  member: StaffMember;
  onClose: () => void;
}

export function SuspendDialog({ member: { id, name }, onClose }: Props) {
  const t = useTranslations('staff');
  const { mutate, isPending, error } = useEditStaff(id);
  const suspend = (): void =>
    mutate(
      { status: 'inactive' },
      {
        onSuccess: () => {
          notifyDone(t('suspendDone', { name }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t('suspendTitle', { name })}
      action={t('suspend')}
      isPending={isPending}
      error={error}
      onConfirm={suspend}
      onClose={onClose}
    >
      <Text size="sm">{t('suspendText')}</Text>
    </ConfirmDialog>
  );
}

/**
 * The dialog that deletes a staff account. By default, the owner of the site replaces the account as an author of its posts and pages. If
 * the account has posts, the user can choose instead to delete the posts and pages of which it is the first author, and to remove it from
 * the authors of its other posts and pages.
 */
export function DeleteDialog({ member: { id, name, count }, onClose }: Props) {
  const t = useTranslations('staff');
  const navigate = useNavigate();
  const posts = count?.posts ?? 0;
  const [postsChoice, setPostsChoice] = useState('keep');
  const { mutate, isPending, error } = useDeleteStaff(id);
  const remove = (): void =>
    mutate(postsChoice === 'delete', {
      onSuccess: () => {
        notifyDone(t('deleted', { name }));
        void navigate({ to: '/staff', ignoreBlocker: true });
      },
    });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('deleteTitle', { name })}
      action={t('delete')}
      isPending={isPending}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      {posts > 0 && (
        <Radio.Group label={t('postsOf', { count: posts })} value={postsChoice} onChange={setPostsChoice}>
          <Stack gap="sm" mt="sm">
            <Radio value="keep" label={t('postsToOwner')} />
            <Radio value="delete" label={t('postsDeleted')} />
          </Stack>
        </Radio.Group>
      )}
      <Text size="sm">{t('deleteText')}</Text>
    </ConfirmDialog>
  );
}

export function OwnerDialog({ member: { id, name }, onClose }: Props) {
  const t = useTranslations('staff');
  const { mutate, isPending, error } = useTransferOwnership();
  const transfer = (): void =>
    mutate(id, {
      onSuccess: () => {
        notifyDone(t('ownerDone', { name }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('ownerTitle', { name })}
      action={t('makeOwner')}
      isPending={isPending}
      error={error}
      onConfirm={transfer}
      onClose={onClose}
    >
      <Text size="sm">{t('ownerText', { name })}</Text>
    </ConfirmDialog>
  );
}
