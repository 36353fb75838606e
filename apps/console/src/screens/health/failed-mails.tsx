import { Stack, Text, Title } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import type { Health } from './health-queries.ts';

/**
 * The number of single mails (sign-in, invitation, …) of the last 24 hours that failed and that the worker does not try again; the
 * times and the reasons of the last 50.
 */
export function FailedMails({ mails: { failed, failures } }: { mails: Health['mails'] }) {
  const t = useTranslations('health');
  const format = useFormatter();
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('failedMails')}
      </Title>
      <Text size="sm">{t('failedMailCount', { count: failed })}</Text>
      {failures.map(({ id, reason, requested_at: at }) => (
        <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}: {reason}
        </Text>
      ))}
    </Stack>
  );
}
