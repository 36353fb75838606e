import { useState } from 'react';
import { admin } from '../../../api/admin.ts';
import { useMemberMutation } from '../members-queries.ts';
import type { InvalidRow } from './error-file.ts';

/** The result of an import. The numbers are numbers of rows. */
export interface ImportReport {
  imported: number;
  /** Rows that were not imported, because a member has their e-mail address already. */
  duplicates: number;
  invalid: number;
  /** The invalid rows; at most 10,000. */
  rows: InvalidRow[];
}

/**
 * Imports a CSV file. `progress` is the sent share of the file, from 0 to 1. The server imports the rows while it receives the file, and
 * responds at the end.
 */
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
