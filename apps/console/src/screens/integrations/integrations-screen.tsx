import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { isScreenOffered } from '../../app/shell/screens.ts';
import { closeUnlessPending } from '../../components/close-unless-pending.ts';
import { Form } from '../../components/form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Message } from '../../components/message.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { type Integration, integrationsQuery, useAddIntegration } from './integration-queries.ts';
import classes from './integrations.module.css';

/** The screen that lists the integrations: programs that use the APIs or receive webhooks. */
export function IntegrationsScreen() {
  const t = useTranslations('integrations');
  const { role } = useCurrentUser();
  const [isAdding, adding] = useDisclosure();
  if (!isScreenOffered('integrations', role)) return <NoPermission title={t('title')} />;
  return (
    <Page
      title={t('title')}
      actions={
        <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
          {t('add')}
        </Button>
      }
    >
      <Integrations onAdd={adding.open} />
      <AddIntegration isOpen={isAdding} onClose={adding.close} />
    </Page>
  );
}

function Integrations({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('integrations');
  const { data, error, isPending, refetch } = useQuery(integrationsQuery);
  if (isPending) return <SkeletonRows rows={4} height={60} />;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  // Integrations of the types `builtin` and `internal` belong to the system.
  const custom = data.filter(({ type }) => type === 'custom');
  if (custom.length === 0)
    return (
      <Message
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          <Button variant="default" onClick={onAdd}>
            {t('add')}
          </Button>
        }
      />
    );
  return (
    <Stack gap={0} component="ul" className={classes['list']}>
      {custom.map((integration) => (
        <IntegrationRow key={integration.id} integration={integration} />
      ))}
    </Stack>
  );
}

function IntegrationRow({ integration: { id, name, description, webhooks = [] } }: { integration: Integration }) {
  const t = useTranslations('integrations');
  const failing = webhooks.filter(({ status, last_triggered_error: error }) => status === 'disabled' || error).length;
  return (
    <li>
      <Link className={classes['row']} to="/integrations/$id" params={{ id }}>
        <span>
          <Text fw={600} span>
            {name}
          </Text>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </span>
        <Group gap="md">
          {failing > 0 && (
            <Text size="sm" fw={600} c="red">
              {t('failingWebhooks', { count: failing })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('webhookCount', { count: webhooks.length })}
          </Text>
        </Group>
      </Link>
    </li>
  );
}

function AddIntegration({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations();
  const add = useAddIntegration();
  const navigate = useNavigate();
  const close = (): void => {
    // Otherwise the dialog would show the error of this attempt when it opens again.
    add.reset();
    onClose();
  };
  const submit = ({ name = '' }: Record<string, string>): void => {
    add.mutate(name, {
      onSuccess: (integration) => {
        close();
        if (integration) void navigate({ to: '/integrations/$id', params: { id: integration.id } });
      },
    });
  };
  return (
    <Modal opened={isOpen} {...closeUnlessPending(add.isPending, close)} title={t('integrations.add')}>
      <Form onSubmit={submit}>
        <TextInput
          name="name"
          label={t('integrations.name')}
          description={t('integrations.nameHelp')}
          required
          data-autofocus
          maxLength={191}
        />
        {add.error && <ErrorNotice error={add.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={add.isPending} onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('integrations.create')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
