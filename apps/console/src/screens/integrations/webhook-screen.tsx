import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LoadFailure, Missing } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Deliveries } from './deliveries.tsx';
import { useTestDelivery } from './delivery-queries.ts';
import { useEventText } from './event-text.ts';
import { integrationQuery, useDeleteWebhook, type Webhook } from './integration-queries.ts';
import { ReplayRange } from './replay-range.tsx';
import { SignatureSnippet } from './signature-snippet.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhooks.tsx';

const route = getRouteApi('/shell/integrations/$id/webhooks/$webhookId');

/** The screen of a webhook and its deliveries: the sent requests and their responses. */
export function WebhookScreen() {
  const t = useTranslations('integrations');
  const { id, webhookId } = route.useParams();
  const { data, error, refetch } = useQuery(integrationQuery(id));
  // The error of a later refetch does not replace the open form, because the user may have changed its fields.
  if (error && !data)
    return (
      <Page title={t('webhook')}>
        <LoadFailure kind="integration" to="/integrations" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!data)
    return (
      <Page title={t('webhook')}>
        <SkeletonRows />
      </Page>
    );
  const webhook = data.webhooks?.find((candidate) => candidate.id === webhookId);
  if (!webhook)
    return (
      <Page title={t('webhook')}>
        <Missing kind="webhook" to="/integrations" />
      </Page>
    );
  return <WebhookPage integrationId={id} integrationName={data.name} webhook={webhook} />;
}

interface Props {
  integrationId: string;
  integrationName: string;
  webhook: Webhook;
}

function WebhookPage({ integrationId, integrationName, webhook }: Props) {
  const t = useTranslations('integrations');
  const eventText = useEventText();
  const [isEditing, editing] = useDisclosure();
  const test = useTestDelivery(webhook.id);
  const actions = (
    <>
      <Button variant="default" onClick={editing.open}>
        {t('edit')}
      </Button>
      <Button loading={test.isPending} onClick={() => test.mutate(undefined)}>
        {t('test')}
      </Button>
    </>
  );
  return (
    <Page title={webhook.name || eventText(webhook.event)} actions={actions}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/integrations/$id" params={{ id: integrationId }} />}
      >
        {integrationName}
      </Anchor>
      <Stack gap="lg" mt="md">
        <Group gap="md">
          <WebhookState webhook={webhook} />
          <Text size="sm">{eventText(webhook.event)}</Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {webhook.target_url}
          </Text>
        </Group>
        {test.error && <ErrorNotice error={test.error} />}
        <Deliveries webhookId={webhook.id} />
        <ReplayRange webhookId={webhook.id} />
        <SignatureSnippet />
        <DeleteWebhook integrationId={integrationId} webhook={webhook} />
      </Stack>
      {isEditing && <WebhookForm integrationId={integrationId} webhook={webhook} onClose={editing.close} />}
    </Page>
  );
}

function DeleteWebhook({ integrationId, webhook }: Omit<Props, 'integrationName'>) {
  const t = useTranslations();
  const [isConfirming, confirming] = useDisclosure();
  const remove = useDeleteWebhook();
  const navigate = useNavigate();
  const confirm = (): void =>
    remove.mutate(webhook.id, {
      onSuccess: () => {
        notifyDone(t('integrations.webhookDeleted'));
        void navigate({ to: '/integrations/$id', params: { id: integrationId } });
      },
    });
  return (
    <Stack gap="sm" align="flex-start">
      {remove.error && <ErrorNotice error={remove.error} />}
      {isConfirming ? (
        <Group gap="sm">
          <Text size="sm">{t('integrations.deleteWebhookText')}</Text>
          <Button size="xs" variant="default" disabled={remove.isPending} onClick={confirming.close}>
            {t('common.cancel')}
          </Button>
          <Button size="xs" color="red.8" loading={remove.isPending} onClick={confirm}>
            {t('common.delete')}
          </Button>
        </Group>
      ) : (
        <Button size="xs" variant="subtle" color="red" onClick={confirming.open}>
          {t('integrations.deleteWebhook')}
        </Button>
      )}
    </Stack>
  );
}
