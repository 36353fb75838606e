import { queryOptions } from '@tanstack/react-query';
import { admin } from './admin.ts';

export type SettingValue = string | boolean | null;

/**
 * The settings of the site by key. Ignores the abort signal of the query: an unmounted component must not cancel a request
 * that other components wait for.
 */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async (): Promise<Record<string, SettingValue>> => {
    const { settings } = await admin.get('/settings/');
    return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  },
  staleTime: 60_000,
});
