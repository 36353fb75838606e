import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Message } from '../../components/message.tsx';
import type { Integration, Webhook } from './integration-queries.ts';
import classes from './integrations.module.css';
import { useEventText } from './event-text.ts';
import { WebhookForm } from './webhook-form.tsx';

/** The webhooks of an integration. Each row links to the screen of the webhook. */
export function Webhooks({ integration: { id, webhooks = [] } }: { integration: Integration }) {
  const t = useTranslations('integrations');
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h2">
          {t('webhooks')}
        </Title>
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          {t('addWebhook')}
        </Button>
      </Group>
      {webhooks.length === 0 && <Message title={t('noWebhooksTitle')} text={t('noWebhooksText')} />}
      <ul className={classes['list']}>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} integrationId={id} webhook={webhook} />
        ))}
      </ul>
      {isAdding && <WebhookForm integrationId={id} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function WebhookRow({ integrationId, webhook }: { integrationId: string; webhook: Webhook }) {
  const eventText = useEventText();
  const { id, name, event, target_url: target } = webhook;
  return (
    <li>
      <Link
        className={classes['row']}
        to="/integrations/$id/webhooks/$webhookId"
        params={{ id: integrationId, webhookId: id }}
      >
        <Stack gap={2} flex="1 1 240px" miw={0}>
          <Text fw={600} span>
            {name || eventText(event)}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {target}
          </Text>
        </Stack>
        <WebhookState webhook={webhook} />
      </Link>
    </li>
  );
}

/** A badge that shows whether the webhook is disabled, and otherwise whether its last attempt failed. */
export function WebhookState({
  webhook: { status, last_triggered_at: at, last_triggered_error: error },
}: {
  webhook: Webhook;
}) {
  const t = useTranslations('integrations');
  if (status === 'disabled')
    return (
      <Badge color="red" variant="light">
        {t('disabled')}
      </Badge>
    );
  if (error)
    return (
      <Badge color="red" variant="light">
        {t('failing')}
      </Badge>
    );
  return (
    <Badge color={at ? 'accent' : 'gray'} variant="light">
      {at ? t('healthy') : t('unused')}
    </Badge>
  );
}
