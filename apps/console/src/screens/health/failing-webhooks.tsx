import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { useEventText } from '../integrations/event-text.ts';
import type { Health } from './health-queries.ts';

/**
 * At most 50 webhooks whose last attempt failed or that are disabled, with the reason. The name of a webhook of an integration links to
 * its deliveries.
 */
export function FailingWebhooks({ webhooks }: { webhooks: Health['webhooks'] }) {
  const t = useTranslations('health');
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('webhooks')}
      </Title>
      {webhooks.length === 0 && <Text size="sm">{t('noFailingWebhooks')}</Text>}
      {webhooks.map((webhook) => (
        <FailingWebhook key={webhook.id} webhook={webhook} />
      ))}
    </Stack>
  );
}

function FailingWebhook({ webhook }: { webhook: Health['webhooks'][number] }) {
  const t = useTranslations('health');
  const format = useFormatter();
  const eventText = useEventText();
  const { id, name, event, target_url: target, integration_id: integrationId } = webhook;
  const isDisabled = webhook.status === 'disabled';
  const since = isDisabled ? webhook.disabled_at : webhook.failing_since;
  const label = name || eventText(event);
  const reason = webhook.disabled_reason ?? webhook.last_error ?? webhook.last_status;
  return (
    <Stack gap={2}>
      {integrationId ? (
        <Anchor
          fw={600}
          w="fit-content"
          renderRoot={(props) => (
            <Link {...props} to="/integrations/$id/webhooks/$webhookId" params={{ id: integrationId, webhookId: id }} />
          )}
        >
          {label}
        </Anchor>
      ) : (
        <Text fw={600}>{label}</Text>
      )}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {isDisabled ? t('webhookDisabled') : t('webhookFails')}
        {since &&
          ` ${t('since', { when: format.dateTime(new Date(since), { dateStyle: 'medium', timeStyle: 'short' }) })}`}
        {reason && `: ${reason}`}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {target}
      </Text>
    </Stack>
  );
}
