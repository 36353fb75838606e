import { queryOptions } from '@tanstack/react-query';
import { admin } from './admin.ts';

export type SettingValue = string | boolean | null;

/**
 * The settings of the site by key. The query ignores its abort signal: an unmounted component must not cancel a request for which other
 * components wait.
 */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async (): Promise<Record<string, SettingValue>> => {
    const { settings } = await admin.get('/settings/');
    return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  },
  staleTime: 60_000,
});
