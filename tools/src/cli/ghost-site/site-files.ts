import { MaintenanceError } from '@almanac/errors';
import { type FileArea, type ImportedFiles, subdirectoryOf } from '@almanac/publishing';
import { types } from 'node:util';
import { type OnProgress } from '../progress';
import { CONTINUE_HELP, type GhostClient } from './ghost-client';
import type { SiteState } from './site-state';

/** Tables whose rows may refer to uploaded files. */
const TABLES = ['posts', 'tags', 'users', 'settings'];
const FILE = /\/content\/(images|media|files)\/([^\s"'<>()\\?#&,]+)/g;
/** The beginning of the path of an image in another size. Almanac makes sizes from the upload, as Ghost does. */
const SIZE = /^\/content\/images\/size\/[^/]+\/(?:format\/[^/]+\/)?/;
/** Matches text after which a URL can begin. In JSON, a line break is a backslash and a letter. */
const NO_URL_AT_END = /(?:^|[^\w.:/-]|\\[nrt])$/;
const DOWNLOADS = 4;

interface DownloadOptions {
  client: GhostClient;
  state: SiteState;
  files: ImportedFiles;
  siteUrl: string;
  /** Whether a file is stored already. */
  isStored: (path: string) => Promise<boolean>;
  onProgress: OnProgress;
}

/** Downloads the uploaded files that rows refer to and stores them under their paths. Stored files are not downloaded again. */
export async function downloadFiles({ state, siteUrl, ...options }: DownloadOptions): Promise<void> {
  const paths = await referencedFiles(state, siteUrl);
  const queue = paths.values();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const path of queue) {
      await downloadFile(path, options);
      done += 1;
      options.onProgress({ step: 'files', rows: done, total: paths.size });
    }
  };
  await Promise.all(Array.from({ length: DOWNLOADS }, worker));
}

/** The paths of uploads below the root of the site, percent-encoded as in URLs. URLs of other sites are ignored. */
async function referencedFiles(state: SiteState, siteUrl: string): Promise<Set<string>> {
  const paths = new Set<string>();
  const beginnings = urlBeginnings(siteUrl);
  for (const table of TABLES.filter((name) => state.tables.includes(name))) {
    for await (const row of state.rowsOf(table)) {
      for (const match of row.matchAll(FILE)) {
        const before = row.slice(Math.max(0, match.index - 300), match.index);
        if (endsWithBeginning(before, beginnings)) paths.add(match[0].replace(SIZE, '/content/images/'));
      }
    }
  }
  return paths;
}

/**
 * The beginnings of URLs of the site before `/content/`: of absolute URLs, and of URLs relative to the root of the host or of the
 * site.
 */
function urlBeginnings(siteUrl: string): string[] {
  const address = siteUrl.slice(siteUrl.indexOf('//'));
  return [`https:${address}`, `http:${address}`, address, '__GHOST_URL__', subdirectoryOf(siteUrl), ''];
}

/** Whether `before` ends with one of the beginnings of URLs, which is not itself a part of a longer URL. */
function endsWithBeginning(before: string, beginnings: readonly string[]): boolean {
  return beginnings.some(
    (beginning) => before.endsWith(beginning) && NO_URL_AT_END.test(before.slice(0, before.length - beginning.length)),
  );
}

async function downloadFile(
  path: string,
  { client, files, isStored }: Omit<DownloadOptions, 'state' | 'siteUrl'>,
): Promise<void> {
  const [, area, encoded = ''] = new RegExp(FILE.source).exec(path) ?? [];
  const [folder, name] = [area as FileArea, decode(encoded)];
  if (name === undefined) return files.countUnreadable(folder, encoded, 'The URL of the file is not valid.');
  if (await isStored(`${folder}/${name}`)) return files.countPresent(folder);
  const { status, body } = await client.download(path);
  if (status === 200) return files.store(folder, name, body).catch(explainBrokenConnection);
  body.on('error', () => undefined).destroy();
  files.countUnreadable(folder, name, `The site does not have the file (status ${status}).`);
}

/** @throws MaintenanceError if the connection broke within the file; otherwise the given error */
function explainBrokenConnection(error: unknown): never {
  const isConnectionError =
    types.isNativeError(error) && 'code' in error && /^UND_ERR_|^ECONNRESET$/.test(String(error.code));
  if (!isConnectionError) throw error;
  throw new MaintenanceError('The site broke the connection within a file.', {
    context: error.message,
    help: CONTINUE_HELP,
    cause: error,
  });
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
