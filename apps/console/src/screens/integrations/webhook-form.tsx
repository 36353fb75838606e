import { Button, Group, Modal, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { closeUnlessPending } from '../../components/close-unless-pending.ts';
import { Form } from '../../components/form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { useEventText } from './event-text.ts';
import { useSaveWebhook, type Webhook } from './integration-queries.ts';
import { webhookEvents } from './webhook-events.ts';

interface Props {
  integrationId: string;
  /** The webhook to edit; absent to add one. */
  webhook?: Webhook;
  onClose: () => void;
}

const fieldsOf = (webhook?: Webhook) => ({
  name: webhook?.name ?? '',
  event: webhook?.event ?? 'post.published',
  target_url: webhook?.target_url ?? '',
});

/**
 * The dialog that adds or edits a webhook. For one day after a change of the secret, the server signs requests with the old and the new
 * secret.
 */
export function WebhookForm({ integrationId, webhook, onClose }: Props) {
  const t = useTranslations();
  const eventText = useEventText();
  useReturnFocus(true);
  const [initial] = useState(fieldsOf(webhook));
  const isDisabled = webhook?.status === 'disabled';
  const save = useSaveWebhook(integrationId, webhook && { id: webhook.id, initial, isDisabled });
  const [event, setEvent] = useState(initial.event);
  const submit = ({ name = '', target = '', secret }: Record<string, string>): void => {
    const fields = { name, event, target_url: target, ...(secret && { secret }) };
    save.mutate(fields, {
      onSuccess: () => {
        notifyDone(t('common.saved'));
        onClose();
      },
    });
  };
  const title = webhook ? t('integrations.editWebhook') : t('integrations.addWebhook');
  const secretHelp = webhook?.secret ? t('integrations.secretRotationHelp') : t('integrations.secretHelp');
  return (
    <Modal opened {...closeUnlessPending(save.isPending, onClose)} title={title}>
      <Form onSubmit={submit}>
        {isDisabled && <Text size="sm">{t('integrations.enabledBySaving')}</Text>}
        <Select
          label={t('integrations.event')}
          data={webhookEvents.map((value) => ({ value, label: eventText(value) }))}
          value={event}
          onChange={(value) => setEvent(value ?? event)}
          allowDeselect={false}
          searchable
          data-autofocus
        />
        <TextInput
          name="target"
          type="url"
          label={t('integrations.target')}
          description={t('integrations.targetHelp')}
          placeholder="https://"
          defaultValue={webhook?.target_url}
          required
          maxLength={2000}
        />
        <TextInput
          name="name"
          label={t('integrations.webhookName')}
          defaultValue={webhook?.name ?? ''}
          maxLength={191}
        />
        <PasswordInput
          name="secret"
          label={t('integrations.secret')}
          description={secretHelp}
          autoComplete="off"
          maxLength={191}
        />
        {save.error && <ErrorNotice error={save.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
