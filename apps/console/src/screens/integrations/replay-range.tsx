import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useTimeZone, useTranslations } from 'use-intl';
import { Form } from '../../components/form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useReplayRange } from './delivery-queries.ts';

/**
 * The form that makes the server send the events of a time range to a webhook again, e.g. after the receiver has lost some. Its times
 * are in the zone of the site, like the times in the list of deliveries.
 */
export function ReplayRange({ webhookId }: { webhookId: string }) {
  const t = useTranslations('integrations');
  const replay = useReplayRange(webhookId);
  const zone = useTimeZone() ?? 'UTC';
  const submit = ({ from = '', to = '' }: Record<string, string>): void =>
    replay.mutate(
      { from, to, zone },
      { onSuccess: ({ meta }) => notifyDone(t('rangeReplayed', { count: meta.stats.replayed })) },
    );
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('replayRange')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('replayRangeText')} {t('replayZone', { zone: zone.replaceAll('_', ' ') })}
      </Text>
      <Form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput name="from" type="datetime-local" label={t('from')} required />
          <TextInput name="to" type="datetime-local" label={t('to')} required />
          <Button type="submit" variant="default" loading={replay.isPending}>
            {t('replay')}
          </Button>
        </Group>
      </Form>
      {replay.error && <ErrorNotice error={replay.error} />}
    </Stack>
  );
}
