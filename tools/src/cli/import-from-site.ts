import { ValidationError } from '@almanac/errors';
import {
  ImportedFiles,
  ImportExportService,
  importFile,
  type ImportResult,
  oldSiteUrlFrom,
  systemActor,
} from '@almanac/publishing';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { type DataSource } from 'typeorm';
import { type CommandContext, withPublishingSchema } from './command-context';
import { GhostClient } from './ghost-site/ghost-client';
import { readSite } from './ghost-site/read-site';
import { downloadFiles } from './ghost-site/site-files';
import { siteExport } from './ghost-site/site-export';
import { SiteState } from './ghost-site/site-state';
import { printResult } from './import-site';
import { contentOf } from './imported-content';
import { publishingContext } from './publishing-context';

export interface ImportFromSiteOptions {
  /** The admin key of the site, `<id>:<secret>`. */
  key?: string;
  /** The folder for the rows that are read; `almanac-import-<host>` when absent. */
  state?: string;
  /** Whether the site may have a private or loopback address. */
  allowPrivateAddresses?: boolean;
  /** Whether staff keep their roles, statuses and password hashes. */
  keepStaffAccess?: boolean;
  /** An earlier URL of the site: imported URLs that begin with it become relative. */
  siteUrl?: string;
}

/**
 * `almanac import <url>`: reads a running Ghost by its Admin API, and imports the rows and the uploaded files. It continues an interrupted
 * run. At the end it deletes the rows that it has stored in the folder `state`.
 * @returns false when rows or files could not be imported
 * @throws ValidationError without a key; UnauthorizedError for a wrong key; MaintenanceError when the site cannot be read at present; other
 *   errors of `readSite` in ghost-site/read-site.ts
 */
export async function importFromSite(
  context: CommandContext,
  url: string,
  options: ImportFromSiteOptions,
): Promise<boolean> {
  if (options.key === undefined || options.key === '') {
    throw new ValidationError('The import of a site needs its admin key.', {
      help: 'Set GHOST_ADMIN_KEY, or use --key <id>:<secret>; other users of the machine can see arguments.',
    });
  }
  const allowsPrivateAddresses = options.allowPrivateAddresses ?? false;
  const client = new GhostClient({
    url,
    key: options.key,
    allowsPrivateAddresses,
    retryDelaysMs: context.retryDelaysMs,
  });
  try {
    const site = await client.readSite();
    const state = await SiteState.open(resolve(options.state ?? defaultFolder(url)), site.url);
    await readSite({ client, state, siteUrl: site.url, onProgress: context.progress });
    const result = await withPublishingSchema(context, (dataSource) =>
      importState(context, dataSource, { client, state, site, options }),
    );
    await state.remove();
    return printResult(context, result);
  } finally {
    await client.close();
  }
}

function defaultFolder(url: string): string {
  return `almanac-import-${new URL(url).hostname}`;
}

interface StateImport {
  client: GhostClient;
  state: SiteState;
  site: { url: string; version: string | null };
  options: ImportFromSiteOptions;
}

async function importState(
  context: CommandContext,
  dataSource: DataSource,
  { client, state, site, options }: StateImport,
): Promise<ImportResult> {
  const content = contentOf(context, dataSource);
  const files = new ImportedFiles(content.store);
  for (const warning of state.warnings) files.warn(warning);
  await downloadFiles({
    client,
    state,
    files,
    siteUrl: site.url,
    isStored: content.isStored,
    onProgress: context.progress,
  });
  const contents = new ImportExportService(publishingContext(dataSource, context.configuration.siteUrl));
  const stream = Readable.from(siteExport(state, site.version), { objectMode: false });
  return importFile(
    contents,
    systemActor,
    { filename: 'site.json', stream },
    {
      keepsStaffAccess: options.keepStaffAccess ?? false,
      oldSiteUrl: options.siteUrl === undefined ? undefined : oldSiteUrlFrom(options.siteUrl),
      files,
      onProgress: context.progress,
    },
  );
}
