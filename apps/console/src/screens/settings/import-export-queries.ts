import { AdminClient } from '@almanac/client';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';
import { queryClient } from '../../api/query-client.ts';
import { saveBlob } from '../../components/save-blob.ts';

export type ImportState = NonNullable<Awaited<ReturnType<typeof readImport>>>;
export type ImportReport = NonNullable<ImportState['report']>;

const POLL_MS = 1_000;
/** One hour: an export, a backup or a deletion of a large site takes minutes. The default timeout of the client is 30 s. */
const CONTENT_TIMEOUT_MS = 3_600_000;

/** A client of the Admin API for requests that read or delete all content. */
const contentAdmin = new AdminClient({ url: window.location.origin, timeoutMs: CONTENT_TIMEOUT_MS });

async function readImport(id: string, signal?: AbortSignal) {
  const { imports } = await admin.get('/db/imports/{id}/', { params: { path: { id } }, signal });
  return imports[0];
}

/** The state of an import; null if the server sent none. Refetched every second while the import runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) => (await readImport(id, signal)) ?? null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
  });

interface ImportInput {
  file: File;
  /** Called with the sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads an export of Almanac or Ghost, and starts its import. Returns the id of the import: with `Prefer: respond-async`, the server
 * responds before the import ends.
 */
export const useImportSite = () =>
  useMutation({
    mutationFn: async ({ file, onProgress }: ImportInput): Promise<string> => {
      const response = await admin.upload(
        '/db/',
        { importfile: file },
        {
          headers: { prefer: 'respond-async' },
          onProgress: ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0),
        },
      );
      const started = 'imports' in response ? response.imports[0] : undefined;
      if (!started) throw new Error('The server did not start the import.');
      return started.id;
    },
  });

/** Reads the export of the site and saves it as a file in the browser. */
export const useExport = () =>
  useMutation({
    mutationFn: async (filename: string): Promise<void> => {
      const blob: unknown = await contentAdmin.get('/db/', { parseAs: 'blob' });
      if (!(blob instanceof Blob)) throw new Error('The server sent no file.');
      saveBlob(blob, filename);
    },
  });

/** Stores a backup on the server, then deletes all posts, pages and tags. */
export const useDeleteContent = () =>
  useMutation({
    mutationFn: async () => {
      await contentAdmin.post('/db/backup/');
      await contentAdmin.delete('/db/');
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
