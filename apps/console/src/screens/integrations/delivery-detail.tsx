import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { type Attempt, deliveryQuery, useReplayDelivery } from './delivery-queries.ts';
import classes from './integrations.module.css';

/** JSON with line breaks and indentation; any other body unchanged. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The request and the response of each attempt of a delivery, and a button that makes the server send the delivery again. */
export function DeliveryDetail({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const t = useTranslations('integrations');
  const format = useFormatter();
  const { data, error, isPending, refetch } = useQuery(deliveryQuery(webhookId, deliveryId));
  const replay = useReplayDelivery(webhookId);
  if (isPending) return <SkeletonRows rows={2} height={80} />;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const next = data?.next_attempt_at;
  return (
    <Stack gap="md" p="md">
      {next && data.status === 'pending' && (
        <Text size="sm">
          {t('nextAttempt', { when: format.dateTime(new Date(next), { dateStyle: 'medium', timeStyle: 'medium' }) })}
        </Text>
      )}
      {data?.attempts?.map((attempt) => (
        <AttemptDetail key={attempt.id} attempt={attempt} />
      ))}
      {replay.error && <ErrorNotice error={replay.error} />}
      <Group>
        <Button size="xs" variant="default" loading={replay.isPending} onClick={() => replay.mutate(deliveryId)}>
          {t('replay')}
        </Button>
      </Group>
    </Stack>
  );
}

function AttemptDetail({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('integrations');
  const headers = Object.entries(attempt.request_headers ?? {});
  const result =
    attempt.response_status === null
      ? (attempt.error ?? t('noResponse'))
      : t('responded', { status: String(attempt.response_status) });
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('attemptTitle', { number: attempt.attempt, result, milliseconds: attempt.duration_ms })}
      </Text>
      {attempt.error && attempt.response_status !== null && <Text size="sm">{attempt.error}</Text>}
      <Body
        label={t('request')}
        text={[...headers.map(([name, value]) => `${name}: ${value}`), '', formatBody(attempt.request_body ?? '')].join(
          '\n',
        )}
      />
      {attempt.response_body && <Body label={t('response')} text={formatBody(attempt.response_body)} />}
    </Stack>
  );
}

function Body({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Code block className={classes['body']} tabIndex={0} aria-label={label} role="region">
        {text.trim()}
      </Code>
    </div>
  );
}
