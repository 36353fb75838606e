import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Delivery } from './delivery-queries.ts';
import { INTEGRATIONS_KEY } from './integration-queries.ts';

/**
 * Refetches the integrations when an attempt to deliver has ended, because the status of a webhook depends on its last attempt. The hook
 * compares the number of attempts of all loaded deliveries, so it also refetches when more deliveries are loaded.
 * @param deliveries undefined until they are loaded
 */
export function useFreshStatus(deliveries: readonly Delivery[] | undefined): void {
  const cache = useQueryClient();
  const attempts = deliveries?.reduce((sum, { attempt_count: count }) => sum + count, 0);
  const attemptsBefore = useRef(attempts);
  useEffect(() => {
    const before = attemptsBefore.current;
    attemptsBefore.current = attempts;
    if (before !== undefined && before !== attempts) void cache.invalidateQueries({ queryKey: INTEGRATIONS_KEY });
  }, [attempts, cache]);
}
