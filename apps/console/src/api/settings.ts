import { queryOptions } from '@tanstack/react-query';
import { admin } from './admin.ts';

export type SettingValue = string | boolean | null;

/** @returns the settings of the site by key */
async function readSettings(signal?: AbortSignal): Promise<Record<string, SettingValue>> {
  const { settings } = await admin.get('/settings/', { signal });
  return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
}

/**
 * The settings of the site by key. The query ignores its abort signal: when the last component with the query unmounts, the request must
 * go on for callers of `ensureQueryData`.
 */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => readSettings(),
  staleTime: 60_000,
});

/**
 * The settings for a form. The result is not cached after the form has closed, because the form copies the values when it opens, and would
 * copy old values.
 * @param form the name of the form
 */
export const settingsFormQuery = (form: string) =>
  queryOptions({
    queryKey: [...settingsQuery.queryKey, 'form', form],
    queryFn: ({ signal }) => readSettings(signal),
    gcTime: 0,
  });
