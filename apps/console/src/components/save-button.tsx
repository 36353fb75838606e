import { Button } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { IMAGE_UPLOAD } from './image-field.tsx';

/**
 * The button that saves a form. It waits for the end of image uploads, because the form would be saved without these images.
 * @param isPending whether the request that saves the form runs
 */
export function SaveButton({ isPending }: { isPending: boolean }) {
  const t = useTranslations('common');
  const uploads = useIsMutating({ mutationKey: IMAGE_UPLOAD });
  return (
    <Button type="submit" loading={isPending || uploads > 0}>
      {t('save')}
    </Button>
  );
}
