import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import type { DialogProps } from '../editor-props.ts';
import type { Post } from '../model/fields.ts';
import { NewsletterProgress } from '../newsletter/newsletter-progress.tsx';

/** The result of publishing, scheduling or unpublishing, as the server has stored it. */
export function Outcome({ type, post, permissions, onClose }: DialogProps & { post: Post }) {
  const t = useTranslations('editor');
  const format = useFormatter();
  const dateOf = (iso: string | null): string =>
    iso ? format.dateTime(new Date(iso), { dateStyle: 'full', timeStyle: 'short' }) : '';
  const isOnSite = post.status === 'published' && !post.email_only;
  const willBeMailed = post.status === 'scheduled' && post.send_email_when_published && !post.email;
  return (
    <Stack gap="md">
      <Text role="status">
        {t(`outcome.${outcomeKeyOf(post)}`, { title: post.title, at: dateOf(post.published_at) })}
      </Text>
      {willBeMailed && !post.email_only && <Text size="sm">{t('outcomeMail')}</Text>}
      {post.status !== 'draft' && post.unpublish_at && !post.email_only && (
        <Text size="sm">{t('outcomeEnd', { at: dateOf(post.unpublish_at) })}</Text>
      )}
      {isOnSite && (
        <Anchor href={post.url} target="_blank" rel="noreferrer">
          {post.url}
        </Anchor>
      )}
      {type === 'posts' && post.status === 'published' && <NewsletterProgress post={post} permissions={permissions} />}
      <Group justify="flex-end">
        <Button onClick={onClose} autoFocus>
          {t('backToWriting')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The key of the text in `outcome` of the translations. */
function outcomeKeyOf({ status, email_only: isMailOnly }: Post) {
  return status === 'draft' || !isMailOnly ? status : (`${status}ByMail` as const);
}
