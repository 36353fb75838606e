import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import type { Post } from '../model/fields.ts';
import classes from './mail-preview.module.css';
import { RECIPIENT_KINDS, type RecipientKind, mailPreviewQuery, sendTestMail } from './newsletter-queries.ts';

interface Props {
  post: Post;
  title: string;
  /** If empty, the title of the post is the subject. */
  subject: string;
  /** The default recipient of a test mail. */
  address: string;
}

/** A dialog with a form for a test mail, and a preview of the mail that members get. The frame of the preview runs no scripts. */
export function MailPreview({ opened, onClose, ...mail }: Props & { opened: boolean; onClose: () => void }) {
  const t = useTranslations('newsletter');
  return (
    <Modal
      opened={opened}
      stackId="mail"
      onClose={onClose}
      size={720}
      title={t('previewTitle')}
      closeButtonProps={{ 'aria-label': t('closePreview') }}
    >
      <MailPreviewContent {...mail} />
    </Modal>
  );
}

function MailPreviewContent({ post, title, subject, address }: Props) {
  const t = useTranslations('newsletter');
  const [reader, setReader] = useState<RecipientKind>('paid');
  const preview = useQuery(mailPreviewQuery(post, reader));
  const shownSubject = subject.trim() || title;
  return (
    <Stack gap="md">
      <TestMail post={post} reader={reader} subject={shownSubject} address={address} />
      <SegmentedControl
        aria-label={t('previewAs')}
        data={RECIPIENT_KINDS.map((value) => ({ value, label: t(`reader.${value}`) }))}
        value={reader}
        onChange={(value) => setReader(RECIPIENT_KINDS.find((name) => name === value) ?? 'paid')}
      />
      <Text size="sm">{t('subjectLine', { subject: shownSubject })}</Text>
      {preview.error && <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && (
        <iframe className={classes['frame']} title={t('previewFrame')} sandbox="" srcDoc={preview.data.html} />
      )}
      {!preview.data && !preview.error && <SkeletonRows rows={6} height={48} />}
    </Stack>
  );
}

function TestMail({ post, reader, subject, address }: Omit<Props, 'title'> & { reader: RecipientKind }) {
  const t = useTranslations('newsletter');
  const [to, setTo] = useState(address);
  const send = useMutation({
    mutationFn: (recipient: string) => sendTestMail(post, { to: recipient, reader, subject }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate(to.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="flex-end">
        <TextInput
          type="email"
          label={t('testAddress')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          flex="1 1 220px"
          required
        />
        <Button type="submit" variant="default" loading={send.isPending} disabled={!to.trim()}>
          {t('sendTest')}
        </Button>
      </Group>
      <Text size="sm" role="status" mt="xs">
        {send.isSuccess && t('testSent', { address: send.variables })}
      </Text>
      {send.error && <ErrorNotice error={send.error} />}
    </form>
  );
}
