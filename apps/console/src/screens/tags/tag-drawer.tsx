import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { TagForm } from './tag-form.tsx';
import { type Tag, tagQuery, useDeleteTag } from './tags-queries.ts';

interface Props {
  /** The slug of the tag to edit; undefined while the drawer is closed, or shows the form for a new tag. */
  slug: string | undefined;
  /** Whether the drawer shows the form for a new tag. */
  isAdding: boolean;
  /** Called when the user closes the drawer. */
  onClose: () => void;
  /** Called after the tag was saved or deleted. */
  onDone: () => void;
}

export function TagDrawer({ slug, isAdding, onClose, onDone }: Props) {
  const t = useTranslations('tags');
  return (
    <SideDrawer opened={isAdding || slug !== undefined} title={isAdding ? t('new') : t('edit')} onClose={onClose}>
      {isAdding && <TagForm onDone={onDone} />}
      {!isAdding && slug !== undefined && <EditTag key={slug} slug={slug} onClose={onClose} onDone={onDone} />}
    </SideDrawer>
  );
}

interface EditProps extends Pick<Props, 'onClose' | 'onDone'> {
  slug: string;
}

function EditTag({ slug, onClose, onDone }: EditProps) {
  const { data: tag, error, refetch } = useQuery(tagQuery(slug));
  const [isDeleting, setIsDeleting] = useState(false);
  // The error of a later refetch does not replace the form, because the user may have changed its fields.
  if (error && !tag) return <LoadFailure kind="tag" onBack={onClose} error={error} onRetry={() => void refetch()} />;
  if (!tag) return <SkeletonRows rows={6} height={56} />;
  return (
    <>
      <TagForm tag={tag} onDone={onDone} onDelete={() => setIsDeleting(true)} />
      <DeleteTag tag={tag} isOpen={isDeleting} onClose={() => setIsDeleting(false)} onDeleted={onDone} />
    </>
  );
}

interface DeleteProps {
  tag: Tag;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteTag({ tag: { id, name, count }, isOpen, onClose, onDeleted }: DeleteProps) {
  const t = useTranslations('tags');
  const remove = useDeleteTag();
  const confirm = (): void =>
    remove.mutate(id, {
      onSuccess: () => {
        notifyDone(t('deleted', { name }));
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('deleteTitle', { name })}
      action={t('delete')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('deleteText', { count: count?.posts ?? 0 })}</Text>
    </ConfirmDialog>
  );
}
