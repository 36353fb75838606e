import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { admin, type AdminSchemas } from '../../api/admin.ts';
import { changedFields, hasFields } from '../../api/changed-fields.ts';

export type Integration = AdminSchemas['Integration'];
export type ApiKey = AdminSchemas['ApiKey'];
export type Webhook = AdminSchemas['Webhook'];

const RELATIONS = 'api_keys,webhooks';
/** The prefix of the keys of all queries of integrations. */
export const INTEGRATIONS_KEY = ['integrations'];

/** All integrations with their keys and webhooks. */
export const integrationsQuery = queryOptions({
  queryKey: [...INTEGRATIONS_KEY, 'list'],
  queryFn: async ({ signal }): Promise<Integration[]> => {
    const params = { query: { include: RELATIONS, limit: 'all' as const } };
    return (await admin.get('/integrations/', { params, signal })).integrations;
  },
});

export const integrationQuery = (id: string) =>
  queryOptions({
    queryKey: [...INTEGRATIONS_KEY, id],
    queryFn: async ({ signal }): Promise<Integration> => {
      const params = { path: { id }, query: { include: RELATIONS } };
      const [integration] = (await admin.get('/integrations/{id}/', { params, signal })).integrations;
      if (!integration) throw new Error('The server sent no integration.');
      return integration;
    },
  });

/** A mutation of integrations, their keys or webhooks. After a success, all queries of integrations are refetched. */
function useIntegrationMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => cache.invalidateQueries({ queryKey: INTEGRATIONS_KEY }) });
}

export const useAddIntegration = () =>
  useIntegrationMutation(async (name: string): Promise<Integration | undefined> => {
    return (await admin.post('/integrations/', { body: { integrations: [{ name }] } })).integrations[0];
  });

/** Changes the given fields of an integration. */
export const useEditIntegration = (id: string) =>
  useIntegrationMutation(async (fields: AdminSchemas['IntegrationInput']) => {
    if (!hasFields(fields)) return;
    await admin.put('/integrations/{id}/', { params: { path: { id } }, body: { integrations: [fields] } });
  });

export const useDeleteIntegration = () =>
  useIntegrationMutation((id: string) => admin.delete('/integrations/{id}/', { params: { path: { id } } }));

/** Returns the function that removes cached integrations and webhooks that no screen shows, so that "Back" shows no deleted one. */
export function useForgetIntegrations(): () => void {
  const cache = useQueryClient();
  return () => cache.removeQueries({ queryKey: INTEGRATIONS_KEY, type: 'inactive' });
}

/** Replaces the secret of a key; the old secret stops working within a second. */
export const useRefreshKey = (id: string) =>
  useIntegrationMutation((keyId: string) =>
    admin.post('/integrations/{id}/api_key/{keyId}/refresh/', { params: { path: { id, keyId } } }),
  );

export interface WebhookFields {
  name: string;
  /** E.g. `post.published`. */
  event: string;
  target_url: string;
  /** The secret for signatures. Absent: the stored secret does not change. */
  secret?: string;
}

interface StoredWebhook {
  id: string;
  /** The values with which the form opened. */
  initial: WebhookFields;
  isDisabled: boolean;
}

/**
 * Adds a webhook to the integration, or changes a stored one. If the stored one is disabled, the change enables it.
 * @param stored the stored webhook; undefined to add one
 */
export const useSaveWebhook = (integrationId: string, stored?: StoredWebhook) =>
  useIntegrationMutation(async (fields: WebhookFields): Promise<unknown> => {
    if (!stored) {
      return admin.post('/webhooks/', { body: { webhooks: [{ ...fields, integration_id: integrationId }] } });
    }
    // The server enables a disabled webhook when it gets a field, even an unchanged one.
    const enabling = stored.isDisabled ? { event: fields.event } : {};
    const changes = { ...enabling, ...changedFields(stored.initial, fields) };
    if (!hasFields(changes)) return undefined;
    return admin.put('/webhooks/{id}/', { params: { path: { id: stored.id } }, body: { webhooks: [changes] } });
  });

export const useDeleteWebhook = () =>
  useIntegrationMutation((id: string) => admin.delete('/webhooks/{id}/', { params: { path: { id } } }));
