import { AlmanacError } from '@almanac/errors';
import type { ImportProblem } from '@almanac/publishing';
import type { ContentArea, ContentFiles } from '@almanac/storage';
import type { Readable } from 'node:stream';

const kinds: Record<ContentArea, string> = { images: 'Image', media: 'Media', files: 'File' };

/**
 * Stores a file of an import unless its path is taken. It keeps its path, because posts refer to it.
 * @param path below the area
 * @returns the reason when the file was not stored
 */
export async function storeImportedFile(
  files: ContentFiles,
  area: ContentArea,
  path: string,
  stream: Readable,
): Promise<ImportProblem | undefined> {
  const problem = (message: string): ImportProblem => ({
    message,
    help: kinds[area],
    context: JSON.stringify({ path }),
  });
  try {
    const added = await files.addAs(area, path, stream);
    if (added === 'stored') return undefined;
    return problem(
      added === 'exists' ? 'A file with this path already exists.' : 'The name of the file is not supported.',
    );
  } catch (error) {
    if (!(error instanceof AlmanacError) || error.status >= 500) throw error;
    return problem([error.message, error.context].filter(Boolean).join(' '));
  }
}
