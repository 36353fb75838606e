import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { ImportSite } from './import-site.tsx';
import { useDeleteContent, useExport } from './import-export-queries.ts';
import { type Settings, textSetting } from './setting-values.ts';

/** The section of the settings for the import, the export, and (for the owner only) the deletion of the content. */
export function ImportExportSettings({ settings }: { settings: Settings }) {
  const { role } = useCurrentUser();
  const title = textSetting(settings, 'title');
  return (
    <Stack gap="xl">
      <ImportSite />
      <ExportSite title={title} />
      {role === 'Owner' && <DeleteContent title={title} />}
    </Stack>
  );
}

function ExportSite({ title }: { title: string }) {
  const t = useTranslations('settings');
  const download = useExport();
  const name =
    title
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join('-') ?? 'site';
  const filename = `${name}.${new Date().toISOString().slice(0, 10)}.json`;
  return (
    <Stack component="section" gap="sm" align="flex-start">
      <Title order={2} size="h2">
        {t('export')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('exportText')}
      </Text>
      {download.error && <ErrorNotice error={download.error} />}
      <Button variant="default" loading={download.isPending} onClick={() => download.mutate(filename)}>
        {t('exportAction')}
      </Button>
    </Stack>
  );
}

function DeleteContent({ title }: { title: string }) {
  const t = useTranslations('settings');
  const [isOpen, dialog] = useDisclosure();
  const [typed, setTyped] = useState('');
  const remove = useDeleteContent();
  // The user has to type the title again before the next deletion.
  const close = (): void => {
    setTyped('');
    dialog.close();
  };
  const confirm = (): void => {
    if (typed !== title) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        close();
        notifyDone(t('deleteContentDone'));
      },
    });
  };
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('danger')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('deleteContentText')}
      </Text>
      <Group>
        <Button variant="default" onClick={dialog.open}>
          {t('deleteContent')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('deleteContentTitle')}
        action={t('deleteContent')}
        isDangerous
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
        onClose={close}
      >
        <Text size="sm">{t('deleteContentWarning')}</Text>
        {title !== '' && (
          <TextInput
            label={t('typeTitle', { title })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={typed !== '' && typed !== title && t('titleDiffers')}
            required
          />
        )}
      </ConfirmDialog>
    </Stack>
  );
}
