import { Button, CopyButton, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import type { DialogProps } from '../editor-props.ts';
import { previewDocument } from './preview-document.ts';
import { type PreviewLink, previewLinkQuery, previewQuery, type Reader, READERS } from './preview-queries.ts';
import classes from './preview.module.css';

/** The dialog that shows the stored post as a visitor, a member or a paying member would see it on the site. */
export default function PreviewDialog({ type, postDocument, snapshot, onClose }: DialogProps) {
  const t = useTranslations('editor');
  const [reader, setReader] = useState<Reader>('public');
  const [error, setError] = useState<unknown>();
  const [isReady, setReady] = useState(false);
  const { post, hasChanges } = snapshot;
  useReturnFocus(true);
  useEffect(() => {
    // The preview shows the stored post, so a draft is saved first. A published or scheduled post is saved only when the user
    // decides, so its preview lacks the unsaved changes.
    const saving = postDocument.savesAutomatically() ? postDocument.save() : Promise.resolve();
    saving.then(() => setReady(true), setError);
  }, [postDocument]);
  const [id, updatedAt] = [post?.id ?? '', post?.updated_at ?? null];
  const createdLink = useQuery({ ...previewLinkQuery(type, id), enabled: isReady && Boolean(post) });
  const link = isReady && !createdLink.isFetching ? createdLink.data : undefined;
  const preview = useQuery(previewQuery({ type, id, updatedAt, link, reader }));
  const failure = error ?? createdLink.error ?? preview.error;
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={t('preview')}
      closeButtonProps={{ 'aria-label': t('closeDialog') }}
    >
      <Stack gap="md">
        <Group justify="space-between">
          <SegmentedControl
            aria-label={t('previewAs')}
            data={READERS.map((value) => ({ value, label: t(`previewReader.${value}`) }))}
            value={reader}
            onChange={(value) => setReader(READERS.find((name) => name === value) ?? 'public')}
          />
          {link && <CopyableLink link={link} />}
        </Group>
        {isReady && hasChanges && !postDocument.savesAutomatically() && <Text size="sm">{t('previewSaved')}</Text>}
        {Boolean(failure) && <ErrorNotice error={failure} />}
        {!failure && preview.data && (
          <iframe
            className={classes['frame']}
            title={t('previewFrame')}
            sandbox=""
            srcDoc={previewDocument(preview.data)}
          />
        )}
        {!failure && !preview.data && <SkeletonRows rows={6} height={48} />}
      </Stack>
    </Modal>
  );
}

function CopyableLink({ link }: { link: PreviewLink }) {
  const t = useTranslations('editor');
  const format = useFormatter();
  const expiry = format.dateTime(new Date(link.expires_at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {t('previewLink', { at: expiry })}
      </Text>
      <CopyButton value={link.url}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {t(copied ? 'linkCopied' : 'copyLink')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
