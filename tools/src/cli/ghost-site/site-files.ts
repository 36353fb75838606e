import { MaintenanceError } from '@almanac/errors';
import { type FileArea, type ImportedFiles, subdirectoryOf } from '@almanac/publishing';
import { types } from 'node:util';
import { type OnProgress } from '../progress';
import { CONTINUE_HELP, type GhostClient } from './ghost-client';
import type { SiteState } from './site-state';

/** Tables whose rows may refer to uploaded files. */
const TABLES = ['posts', 'tags', 'users', 'settings'];
/** The path of an uploaded file: its area, and its path in this area. */
const FILE = /\/content\/(images|media|files)\/([^\s"'<>()\\?#&,]+)/g;
/** The beginning of the path of a resized image. Such images are not downloaded: Almanac creates them from the upload, as Ghost does. */
const SIZE = /^\/content\/images\/size\/[^/]+\/(?:format\/[^/]+\/)?/;
/** Matches a string if a URL can begin after it: its end is not a part of a URL. In JSON, a line break is a backslash and a letter. */
const BOUNDARY_BEFORE_URL = /(?:^|[^\w.:/-]|\\[nrt])$/;
/** The number of concurrent downloads. */
const DOWNLOADS = 4;

interface DownloadOptions {
  client: GhostClient;
  state: SiteState;
  files: ImportedFiles;
  siteUrl: string;
  /** Whether Almanac already has the file. @param path the area and the path in it, e.g. `images/2024/01/a.png` */
  isStored: (path: string) => Promise<boolean>;
  onProgress: OnProgress;
}

/** Downloads the uploaded files to which rows refer, and stores them with the same paths. Does not download stored files again. */
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

/**
 * The paths of the files to which rows refer, e.g. `/content/images/a.png`, percent-encoded as in URLs. URLs of other sites are ignored.
 */
async function referencedFiles(state: SiteState, siteUrl: string): Promise<Set<string>> {
  const paths = new Set<string>();
  const beginnings = urlBeginnings(siteUrl);
  for (const table of TABLES.filter((name) => state.tables.includes(name))) {
    for await (const row of state.rowsOf(table)) {
      for (const match of row.matchAll(FILE)) {
        // 300 characters are longer than the part of a URL before `/content/`.
        const before = row.slice(Math.max(0, match.index - 300), match.index);
        if (endsWithBeginning(before, beginnings)) paths.add(match[0].replace(SIZE, '/content/images/'));
      }
    }
  }
  return paths;
}

/**
 * The parts before `/content/` of URLs of the site. The URLs are absolute, relative to the root of the host, or relative to the root of the
 * site.
 */
function urlBeginnings(siteUrl: string): string[] {
  const address = siteUrl.slice(siteUrl.indexOf('//'));
  return [`https:${address}`, `http:${address}`, address, '__GHOST_URL__', subdirectoryOf(siteUrl), ''];
}

/** Whether `before` ends with the beginning of a URL of the site, and this beginning is not a part of another URL. */
function endsWithBeginning(before: string, beginnings: readonly string[]): boolean {
  return beginnings.some(
    (beginning) =>
      before.endsWith(beginning) && BOUNDARY_BEFORE_URL.test(before.slice(0, before.length - beginning.length)),
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

/** @throws MaintenanceError if `error` is that of a connection that broke within a file; otherwise `error` */
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

/** Removes the percent-encoding; undefined if it is not valid. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
