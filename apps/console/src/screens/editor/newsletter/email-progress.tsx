import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import danger from '../../../components/danger.module.css';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { Post } from '../model/fields.ts';
import type { EditorPermissions } from '../permissions.ts';
import { FailedRecipients } from './failed-recipients.tsx';
import { changeEmail, type Email, type EmailOperation, emailQuery, isSending } from './newsletter-queries.ts';

interface Props {
  post: Post;
  permissions: EditorPermissions;
}

/** The progress and the result of the newsletter of a post. Users with the permission also get buttons for the operations. */
export function EmailProgress({ post, permissions }: Props) {
  const t = useTranslations('newsletter');
  const email = useQuery(emailQuery(post));
  if (email.error) return <ErrorNotice error={email.error} onRetry={() => void email.refetch()} />;
  if (!email.data) return null;
  return (
    <Stack component="section" gap="sm" aria-label={t('newsletter')}>
      <EmailStatus email={email.data} />
      {permissions.manageMail && <EmailActions post={post} email={email.data} />}
      {permissions.seeMembers && email.data.failed > 0 && <FailedRecipients email={email.data} />}
    </Stack>
  );
}

function EmailStatus({ email }: { email: Email }) {
  const t = useTranslations('newsletter');
  const format = useFormatter();
  const { status, recipients, sent, failed, skipped, error } = email;
  const at = format.dateTime(new Date(email.submitted_at ?? email.created_at ?? 0), {
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
        <Alert color={status === 'failed' ? 'red' : 'yellow'} variant="light" title={t(`problem.${problemOf(email)}`)}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
        </Alert>
      )}
    </>
  );
}

/** The key of the title above `error`: the worker retries (`waits`), the newsletter has failed (`failed`), or neither (`lastError`). */
function problemOf(email: Email): 'waits' | 'failed' | 'lastError' {
  if (isSending(email)) return 'waits';
  return email.status === 'failed' ? 'failed' : 'lastError';
}

/**
 * The operations that the server allows in each status. `retry` sends the mail to recipients to whom it was not sent yet, or whose failure
 * was temporary.
 */
const OPERATIONS: Readonly<Record<Email['status'], readonly EmailOperation[]>> = {
  pending: ['pause', 'cancel'],
  submitting: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  failed: ['retry', 'cancel'],
  submitted: ['retry'],
  cancelled: [],
};

function EmailActions({ post, email }: { post: Post; email: Email }) {
  const t = useTranslations('newsletter');
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (operation: EmailOperation) => changeEmail(email.id, operation),
    onSuccess: (changed) => queryClient.setQueryData(emailQuery(post).queryKey, changed),
    // The status is outdated if another user or the worker has changed it. The operation then fails.
    onError: () => queryClient.invalidateQueries({ queryKey: emailQuery(post).queryKey }),
  });
  const isSentToAll = email.status === 'submitted' && email.failed === 0;
  const operations = isSentToAll ? [] : OPERATIONS[email.status];
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
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
              onClick={() => change.mutate(operation)}
            >
              {t(operation === 'cancel' && email.sent === 0 ? 'cancelAll' : `operation.${operation}`)}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}
