import { AdminClient } from '@almanac/client';
import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';
import { queryClient } from '../../api/query-client.ts';
import { saveBlob } from '../../components/save-blob.ts';

export type ImportState = NonNullable<Awaited<ReturnType<typeof readImport>>>;
export type ImportReport = NonNullable<ImportState['report']>;

const POLL_MS = 1_000;
/** One hour: an export, an upload, a backup or a deletion of a large site takes minutes. The default timeout of the client is 30 s. */
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

/** An import that was started in this tab: the sent share of its file, from 0 to 1, then its id, or the error of the upload. */
type StartedImport = { sentShare: number } | { id: string } | { error: Error };

/**
 * The last import that was started in this tab; null if there is none. The import continues when the user leaves the screen. So it is kept
 * in the cache, and the user sees its progress and its report when they return.
 */
export const lastImportQuery = queryOptions({
  queryKey: ['imports', 'last'],
  queryFn: skipToken,
  initialData: (): StartedImport | null => null,
  staleTime: Infinity,
  gcTime: Infinity,
});

/**
 * Uploads an export of Almanac or Ghost, and starts its import, which becomes the result of `lastImportQuery`. With
 * `Prefer: respond-async`, the server responds with the id of the import before the import ends.
 */
export function useImportSite() {
  const cache = useQueryClient();
  const keep = (started: StartedImport): void => void cache.setQueryData(lastImportQuery.queryKey, started);
  return useMutation({
    mutationFn: async (file: File): Promise<string> => {
      const response = await admin.upload(
        '/db/',
        { importfile: file },
        {
          headers: { prefer: 'respond-async' },
          timeoutMs: CONTENT_TIMEOUT_MS,
          onProgress: ({ loaded, total }) => keep({ sentShare: total > 0 ? loaded / total : 0 }),
        },
      );
      const started = 'imports' in response ? response.imports[0] : undefined;
      if (!started) throw new Error('The server did not start the import.');
      return started.id;
    },
    onMutate: () => keep({ sentShare: 0 }),
    onSuccess: (id) => keep({ id }),
    onError: (error) => keep({ error }),
  });
}

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
