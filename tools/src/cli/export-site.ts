import { ImportExportService, systemActor } from '@almanac/publishing';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CommandContext, withPublishingSchema } from './command-context';
import { publishingContext } from './publishing-context';

/** `almanac export <file>`: writes the content of the site as JSON, without secrets. `almanac import` and Ghost can import the file. */
export async function exportSite(context: CommandContext, file: string): Promise<void> {
  await withPublishingSchema(context, async (source) => {
    const contents = new ImportExportService(publishingContext(source, context.configuration.siteUrl));
    const pieces = contents.export(systemActor, {
      hasPostsMetaTable: true,
      hasField: () => true,
      withPasswordHashes: false,
    });
    await pipeline(Readable.from(pieces), createWriteStream(file, { mode: 0o600 }));
  });
  const { size } = await stat(file);
  context.output.print({ file, bytes: size }, `Wrote ${size} bytes to ${file}.`);
}
