import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { MemberForm } from './member-form.tsx';
import { type Member, memberQuery, useDeleteMember } from './members-queries.ts';
import { SignInLink } from './sign-in-link.tsx';

interface Props {
  /** The id of the member to edit; undefined while the drawer is closed, or shows the form for a new member. */
  memberId: string | undefined;
  /** Whether the drawer shows the form for a new member. */
  isAdding: boolean;
  /** Called when the user closes the drawer. */
  onClose: () => void;
  /** Called after the member was saved or deleted. */
  onDone: () => void;
}

export function MemberDrawer({ memberId, isAdding, onClose, onDone }: Props) {
  const t = useTranslations('members');
  return (
    <SideDrawer opened={isAdding || memberId !== undefined} title={isAdding ? t('add') : t('edit')} onClose={onClose}>
      {isAdding && <MemberForm onDone={onDone} />}
      {!isAdding && memberId !== undefined && (
        <EditMember key={memberId} id={memberId} onClose={onClose} onDone={onDone} />
      )}
    </SideDrawer>
  );
}

interface EditProps extends Pick<Props, 'onClose' | 'onDone'> {
  id: string;
}

function EditMember({ id, onClose, onDone }: EditProps) {
  const { data: member, error, refetch } = useQuery(memberQuery(id));
  const [isDeleting, setIsDeleting] = useState(false);
  // The error of a later refetch does not replace the form, because the user may have changed its fields.
  if (error && !member)
    return <LoadFailure kind="member" onBack={onClose} error={error} onRetry={() => void refetch()} />;
  if (!member) return <SkeletonRows rows={6} height={56} />;
  return (
    <>
      <MemberForm member={member} onDone={onDone} onDelete={() => setIsDeleting(true)} />
      <SignInLink id={id} />
      <DeleteMember member={member} isOpen={isDeleting} onClose={() => setIsDeleting(false)} onDeleted={onDone} />
    </>
  );
}

interface DeleteProps {
  member: Member;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteMember({ member, isOpen, onClose, onDeleted }: DeleteProps) {
  const t = useTranslations('members');
  const remove = useDeleteMember();
  const { id, email, status } = member;
  const confirm = (): void =>
    remove.mutate(id, {
      onSuccess: () => {
        notifyDone(t('deleted', { email }));
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('deleteTitle', { email })}
      action={t('delete')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('deleteText')}</Text>
      {status === 'paid' && <Text size="sm">{t('deletePaying')}</Text>}
    </ConfirmDialog>
  );
}
