import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { admin, type AdminSchemas } from '../../api/admin.ts';
import { refreshIntervalOf } from './refresh-interval.ts';

export type Delivery = AdminSchemas['WebhookDelivery'];
export type Attempt = AdminSchemas['WebhookAttempt'];

const PAGE_SIZE = 30;

const keyOf = (webhookId: string) => ['deliveries', webhookId];

/** The deliveries of a webhook in pages of results, the newest first. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(webhookId),
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: PAGE_SIZE, order: 'created_at desc' };
      return admin.get('/webhooks/{id}/deliveries/', { params: { path: { id: webhookId }, query }, signal });
    },
    getNextPageParam: ({ meta }) => meta.pagination.next,
    refetchInterval: ({ state }) => refreshIntervalOf(state.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []),
  });

/** A delivery with the headers and bodies of its attempts. */
export const deliveryQuery = (webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...keyOf(webhookId), deliveryId],
    queryFn: async ({ signal }): Promise<Delivery | undefined> => {
      const params = { path: { id: webhookId, deliveryId } };
      return (await admin.get('/webhooks/{id}/deliveries/{deliveryId}/', { params, signal })).deliveries[0];
    },
    refetchInterval: ({ state }) => refreshIntervalOf(state.data ? [state.data] : []),
  });

function useDeliveryMutation<Input, Result>(webhookId: string, mutationFn: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(webhookId) }) });
}

/** Makes the server send a delivery again. */
export const useReplayDelivery = (webhookId: string) =>
  useDeliveryMutation(webhookId, (deliveryId: string) =>
    admin.post('/webhooks/{id}/deliveries/{deliveryId}/replay/', { params: { path: { id: webhookId, deliveryId } } }),
  );

/**
 * Makes the server send the events of a time range to the webhook, also those that it has already sent. `from` and `to` are local
 * times in `zone`, in the format of `datetime-local` fields.
 */
export const useReplayRange = (webhookId: string) =>
  useDeliveryMutation(webhookId, async ({ from, to, zone }: { from: string; to: string; zone: string }) => {
    // The Temporal polyfill is large, so it loads when it is first needed.
    const { instantOf } = await import('../../time/zoned-time.ts');
    const range = { from: instantOf(from, zone), to: instantOf(to, zone) };
    return admin.post('/webhooks/{id}/replay/', { params: { path: { id: webhookId } }, body: { replay: [range] } });
  });

/** Makes the server send a sample event to the webhook. */
export const useTestDelivery = (webhookId: string) =>
  useDeliveryMutation(webhookId, () => admin.post('/webhooks/{id}/test/', { params: { path: { id: webhookId } } }));
