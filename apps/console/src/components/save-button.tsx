import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useIsUploading } from './uploads.ts';

/**
 * The button that saves a form. It waits for the end of uploads, because the form would be saved without these files.
 * @param isPending whether the request that saves the form runs
 */
export function SaveButton({ isPending }: { isPending: boolean }) {
  const t = useTranslations('common');
  const isUploading = useIsUploading();
  return (
    <Button type="submit" loading={isPending || isUploading}>
      {t('save')}
    </Button>
  );
}
