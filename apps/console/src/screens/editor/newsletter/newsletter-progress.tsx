import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import danger from '../../../components/danger.module.css';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { Post } from '../model/fields.ts';
import type { EditorPermissions } from '../permissions.ts';
import { FailedRecipients } from './failed-recipients.tsx';
import {
  changeNewsletter,
  type Newsletter,
  type NewsletterOperation,
  newsletterQuery,
  isSending,
} from './newsletter-queries.ts';

interface Props {
  post: Post;
  permissions: EditorPermissions;
}

/** The progress and the result of the newsletter of a post. Users with the permission also get buttons for the operations. */
export function NewsletterProgress({ post, permissions }: Props) {
  const t = useTranslations('newsletter');
  const newsletter = useQuery(newsletterQuery(post));
  const failure = newsletter.error && (
    <ErrorNotice error={newsletter.error} onRetry={() => void newsletter.refetch()} />
  );
  if (!newsletter.data) return failure;
  return (
    <Stack component="section" gap="sm" aria-label={t('newsletter')}>
      {failure}
      <NewsletterStatus newsletter={newsletter.data} />
      {permissions.manageMail && <NewsletterActions post={post} newsletter={newsletter.data} />}
      {permissions.seeMembers && newsletter.data.failed > 0 && <FailedRecipients newsletter={newsletter.data} />}
    </Stack>
  );
}

function NewsletterStatus({ newsletter }: { newsletter: Newsletter }) {
  const t = useTranslations('newsletter');
  const format = useFormatter();
  const { status, recipients, sent, failed, skipped, error } = newsletter;
  const at = format.dateTime(new Date(newsletter.submitted_at ?? newsletter.created_at ?? 0), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const percentOf = (count: number): number => (recipients === 0 ? 0 : (count / recipients) * 100);
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {t(`status.${status}`, { at })}
      </Text>
      {status !== 'submitted' && recipients > 0 && (
        <Progress.Root size="md">
          <Progress.Section value={percentOf(sent)} aria-label={t('progress')} />
          <Progress.Section value={percentOf(failed)} color="red" aria-label={t('progressFailed')} />
        </Progress.Root>
      )}
      {(recipients > 0 || status === 'submitted') && (
        <Text size="sm">
          {t('counts', { sent, recipients })}
          {failed > 0 && ` ${t('failedCount', { count: failed })}`}
          {skipped > 0 && ` ${t('skippedCount', { count: skipped })}`}
        </Text>
      )}
      {error && status !== 'submitted' && (
        <Alert
          color={status === 'failed' ? 'red' : 'yellow'}
          variant="light"
          title={t(`problem.${problemOf(newsletter)}`)}
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
        </Alert>
      )}
    </>
  );
}

/** The key of the title above `error`: the worker retries (`waits`), the newsletter has failed (`failed`), or neither (`lastError`). */
function problemOf(newsletter: Newsletter): 'waits' | 'failed' | 'lastError' {
  if (isSending(newsletter)) return 'waits';
  return newsletter.status === 'failed' ? 'failed' : 'lastError';
}

/**
 * The operations that the server allows in each status. `retry` sends the mail to recipients to whom it was not sent yet, or whose failure
 * was temporary.
 */
const OPERATIONS: Readonly<Record<Newsletter['status'], readonly NewsletterOperation[]>> = {
  pending: ['pause', 'cancel'],
  submitting: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  failed: ['retry', 'cancel'],
  submitted: ['retry'],
  cancelled: [],
};

function NewsletterActions({ post, newsletter }: { post: Post; newsletter: Newsletter }) {
  const t = useTranslations('newsletter');
  const queryClient = useQueryClient();
  const [isConfirming, confirmation] = useDisclosure();
  const change = useMutation({
    mutationFn: (operation: NewsletterOperation) => changeNewsletter(newsletter.id, operation),
    onSuccess: (changed) => {
      confirmation.close();
      queryClient.setQueryData(newsletterQuery(post).queryKey, changed);
    },
    // The status is outdated if another user or the worker has changed it. The operation then fails.
    onError: () => queryClient.invalidateQueries({ queryKey: newsletterQuery(post).queryKey }),
  });
  const isSentToAll = newsletter.status === 'submitted' && newsletter.failed === 0;
  const operations = isSentToAll ? [] : OPERATIONS[newsletter.status];
  return (
    <>
      {change.error && !isConfirming && <ErrorNotice error={change.error} />}
      {operations.length > 0 && (
        <Group gap="sm">
          {operations.map((operation) => (
            <Button
              key={operation}
              size="xs"
              variant={operation === 'cancel' ? 'subtle' : 'default'}
              color={operation === 'cancel' ? 'red' : undefined}
              className={operation === 'cancel' ? danger['danger'] : undefined}
              loading={change.isPending && change.variables === operation}
              disabled={change.isPending}
              onClick={() => (operation === 'cancel' ? confirmation.open() : change.mutate(operation))}
            >
              {t(operation === 'cancel' && newsletter.sent === 0 ? 'cancelAll' : `operation.${operation}`)}
            </Button>
          ))}
        </Group>
      )}
      <ConfirmDialog
        // The worker can send the last mail while the dialog is open. Then there is nothing left to cancel.
        isOpen={isConfirming && operations.includes('cancel')}
        isDangerous
        title={t('cancelTitle')}
        action={t(newsletter.sent === 0 ? 'cancelAll' : 'cancelAction')}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate('cancel')}
        onClose={confirmation.close}
      >
        <Text size="sm">{t('cancelText')}</Text>
      </ConfirmDialog>
    </>
  );
}
