import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { DialogProps } from '../editor-props.ts';
import type { Post } from '../model/fields.ts';
import { NewsletterProgress } from '../newsletter/newsletter-progress.tsx';

/** The date of publication, the result of the newsletter, and the button to unpublish. */
export function PublishedPost({
  type,
  postDocument,
  post,
  permissions,
  onDone,
}: DialogProps & { post: Post; onDone: () => void }) {
  const t = useTranslations('editor');
  const format = useFormatter();
  const unpublish = useMutation({ mutationFn: () => postDocument.save({ status: 'draft' }), onSuccess: onDone });
  const date = post.published_at ? new Date(post.published_at) : undefined;
  const at = date ? format.dateTime(date, { dateStyle: 'full', timeStyle: 'short' }) : '';
  return (
    <Stack gap="lg">
      <Text>
        {t(post.email_only ? 'sentSince' : 'publishedSince', { at })}{' '}
        {!post.email_only && (
          <Anchor href={post.url} target="_blank" rel="noreferrer">
            {t('viewPost')}
          </Anchor>
        )}
      </Text>
      {type === 'posts' && <NewsletterProgress post={post} permissions={permissions} />}
      {unpublish.error && <ErrorNotice error={unpublish.error} />}
      <Group justify="flex-end">
        <Button variant="default" loading={unpublish.isPending} onClick={() => unpublish.mutate()}>
          {t(post.email_only ? 'backToDraft' : 'unpublish')}
        </Button>
      </Group>
    </Stack>
  );
}
