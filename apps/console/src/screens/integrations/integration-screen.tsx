import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { fieldsOf, Form } from '../../components/form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { ApiKeys } from './api-keys.tsx';
import {
  type Integration,
  integrationQuery,
  useDeleteIntegration,
  useEditIntegration,
  useForgetIntegrations,
} from './integration-queries.ts';
import { Webhooks } from './webhooks.tsx';

const route = getRouteApi('/shell/integrations/$id');

/** The screen of an integration: its name, description, keys and webhooks. */
export function IntegrationScreen() {
  const t = useTranslations('integrations');
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(integrationQuery(id));
  const [isDeleting, deleting] = useDisclosure();
  // The error of a later refetch does not replace the form, because the user may have changed its fields.
  if (error && !data)
    return (
      <Page title={t('title')}>
        <LoadFailure kind="integration" to="/integrations" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!data)
    return (
      <Page title={t('title')}>
        <SkeletonRows rows={6} height={60} />
      </Page>
    );
  const actions = (
    <Button variant="subtle" color="red" onClick={deleting.open}>
      {t('delete')}
    </Button>
  );
  return (
    <Page title={data.name} width="narrow" actions={actions}>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/integrations" />}>
        {t('all')}
      </Anchor>
      <Stack gap="xl" mt="md">
        <Details key={data.id} integration={data} />
        <ApiKeys integration={data} />
        <Webhooks integration={data} />
      </Stack>
      <DeleteIntegration integration={data} isOpen={isDeleting} onClose={deleting.close} />
    </Page>
  );
}

function Details({ integration }: { integration: Integration }) {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  const edit = useEditIntegration(integration.id);
  /** The values that were last loaded or saved, without outer spaces, like those of the form. */
  const [initial, setInitial] = useState({
    name: integration.name.trim(),
    description: integration.description?.trim() ?? '',
  });
  const submit = ({ name = '', description = '' }: Record<string, string>): void => {
    const fields = { name, description };
    edit.mutate(changedFields(initial, fields), {
      onSuccess: () => {
        setInitial(fields);
        notifyDone(t('common.saved'));
      },
    });
  };
  const hasChanges = (): boolean => form.current !== null && hasFields(changedFields(initial, fieldsOf(form.current)));
  return (
    <Form ref={form} onSubmit={submit}>
      <UnsavedChanges hasChanges={hasChanges} />
      <TextInput name="name" label={t('integrations.name')} defaultValue={integration.name} required maxLength={191} />
      <Textarea
        name="description"
        label={t('integrations.description')}
        defaultValue={integration.description ?? ''}
        autosize
        maxLength={2000}
      />
      {edit.error && <ErrorNotice error={edit.error} />}
      <Group>
        <Button type="submit" loading={edit.isPending}>
          {t('common.save')}
        </Button>
      </Group>
    </Form>
  );
}

interface DeleteProps {
  integration: Integration;
  isOpen: boolean;
  onClose: () => void;
}

function DeleteIntegration({ integration: { id, name, webhooks = [] }, isOpen, onClose }: DeleteProps) {
  const t = useTranslations();
  const remove = useDeleteIntegration();
  const forget = useForgetIntegrations();
  const navigate = useNavigate();
  const confirm = (): void =>
    remove.mutate(id, {
      onSuccess: () => {
        notifyDone(t('integrations.deleted', { name }));
        void navigate({ to: '/integrations', replace: true, ignoreBlocker: true }).then(forget);
      },
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('integrations.deleteTitle', { name })}
      action={t('integrations.delete')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{t('integrations.deleteText', { count: webhooks.length })}</Text>
    </ConfirmDialog>
  );
}
