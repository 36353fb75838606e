import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';
import { hasFields } from '../../api/changed-fields.ts';
import { settingsQuery } from '../../api/settings.ts';
import type { Settings } from './setting-values.ts';

/** Saves the given settings. Settings that are not given do not change. */
export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (values: Partial<Settings>) => {
      if (!hasFields(values)) return;
      const settings = Object.entries(values).map(([key, value]) => ({ key, value }));
      await admin.put('/settings/', { body: { settings } });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
}
