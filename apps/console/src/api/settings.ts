import { queryOptions } from '@tanstack/react-query';
import { admin } from './admin.ts';

export type SettingValue = string | boolean | null;

/**
 * The settings of the site by key. The query ignores its abort signal: when the last component with the query unmounts, the request must
 * go on for callers of `ensureQueryData`.
 */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async (): Promise<Record<string, SettingValue>> => {
    const { settings } = await admin.get('/settings/');
    return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  },
  staleTime: 60_000,
});
