import { ImportExportService, systemActor } from '@almanac/publishing';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CommandContext, withPublishingSchema } from './command-context';
import { publishingContext } from './publishing-context';

/**
 * `almanac export <file>`: writes the content of the site as JSON, without secrets. `almanac import` and Ghost can import the file. If the
 * export fails, an earlier file stays as it was.
 */
export async function exportSite(context: CommandContext, file: string): Promise<void> {
  await withPublishingSchema(context, async (source) => {
    const contents = new ImportExportService(publishingContext(source, context.configuration.siteUrl));
    const pieces = contents.export(systemActor, {
      hasPostsMetaTable: true,
      hasField: () => true,
      withPasswordHashes: false,
    });
    await writeWhole(file, Readable.from(pieces));
  });
  const { size } = await stat(file);
  context.output.print({ file, bytes: size }, `Wrote ${size} bytes to ${file}.`);
}

/** Writes a file beside the given path, and moves it there when it is complete. A device or pipe, e.g. `/dev/stdout`, is written directly. */
async function writeWhole(file: string, content: Readable): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile()) return pipeline(content, createWriteStream(file));
  // A symbolic link stays one.
  const target = existing ? await realpath(file) : file;
  const partial = `${target}.part`;
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
