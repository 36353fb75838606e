import { useState } from 'react';
import { admin } from '../../../api/admin.ts';
import { useMemberMutation } from '../members-queries.ts';
import type { InvalidRow } from './error-file.ts';

export interface ImportReport {
  imported: number;
  duplicates: number;
  invalid: number;
  /** The invalid rows, as far as the server lists them. */
  rows: InvalidRow[];
}

/** Imports a CSV file. `progress` is the sent share of the file, from 0 to 1. The server imports rows as they arrive. */
export function useImportMembers() {
  const [progress, setProgress] = useState(0);
  const mutation = useMemberMutation(async (file: File): Promise<ImportReport> => {
    setProgress(0);
    const { meta } = await admin.upload(
      '/members/csv/',
      { membersfile: file },
      { onProgress: ({ loaded, total }) => setProgress(total > 0 ? loaded / total : 0) },
    );
    return { ...meta.stats, rows: meta.invalid ?? [] };
  });
  return { ...mutation, progress };
}
