import { Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { configQuery } from '../../api/config.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { type ApiKey, type Integration, useRefreshKey } from './integration-queries.ts';
import classes from './integrations.module.css';

/** Shows what a program needs to use the APIs: the keys of an integration, and the URL of the site. */
export function ApiKeys({ integration: { id, api_keys: keys = [] } }: { integration: Integration }) {
  const t = useTranslations('integrations');
  const { data: config } = useSuspenseQuery(configQuery);
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('keys')}
      </Title>
      {keys.map((key) => (
        <KeyRow key={key.id} integrationId={id} apiKey={key} />
      ))}
      <CopyableValue label={t('apiUrl')} value={config.siteUrl} />
    </Stack>
  );
}

/** A value with a button that copies it. @param props `action` is an additional button */
function CopyableValue({ label, value, action }: { label: string; value: string; action?: ReactNode }) {
  const t = useTranslations('integrations');
  return (
    <Group justify="space-between" gap="sm" align="flex-start">
      <Stack gap={2} flex="1 1 260px">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text className={classes['key']} span>
          {value}
        </Text>
      </Stack>
      <Group gap="xs">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy} aria-label={`${t('copy')}: ${label}`}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
        {action}
      </Group>
    </Group>
  );
}

function KeyRow({ integrationId, apiKey }: { integrationId: string; apiKey: ApiKey }) {
  const t = useTranslations('integrations');
  const format = useFormatter();
  const [isConfirming, confirming] = useDisclosure();
  const label = apiKey.type === 'admin' ? t('adminKey') : t('contentKey');
  const lastUsedAt = apiKey.last_seen_at;
  return (
    <>
      <CopyableValue
        label={label}
        value={apiKey.secret}
        action={
          <Button size="xs" variant="default" onClick={confirming.open} aria-label={`${t('refresh')}: ${label}`}>
            {t('refresh')}
          </Button>
        }
      />
      {/* Content keys have no time of last use: the Content API does not record it. */}
      {apiKey.type === 'admin' && (
        <Text size="xs" c="dimmed">
          {lastUsedAt
            ? t('lastUsed', {
                when: format.dateTime(new Date(lastUsedAt), { dateStyle: 'medium', timeStyle: 'short' }),
              })
            : t('neverUsed')}
        </Text>
      )}
      <RefreshKeyDialog
        integrationId={integrationId}
        apiKey={apiKey}
        label={label}
        isOpen={isConfirming}
        onClose={confirming.close}
      />
    </>
  );
}

interface RefreshProps {
  integrationId: string;
  apiKey: ApiKey;
  label: string;
  isOpen: boolean;
  onClose: () => void;
}

function RefreshKeyDialog({ integrationId, apiKey, label, isOpen, onClose }: RefreshProps) {
  const t = useTranslations();
  const refresh = useRefreshKey(integrationId);
  const confirm = (): void =>
    refresh.mutate(apiKey.id, {
      onSuccess: () => {
        onClose();
        notifyDone(t('integrations.refreshed', { label }));
      },
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('integrations.refreshTitle', { label })}
      action={t('integrations.refresh')}
      isPending={refresh.isPending}
      error={refresh.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{t('integrations.refreshText')}</Text>
    </ConfirmDialog>
  );
}
