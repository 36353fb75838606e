import { ValidationError } from '@almanac/errors';
import type { ImportProblem } from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import { extname } from 'node:path';
import { isServedName } from './image-name';
import { ImageStore } from './image-store';
import { readImage, type ReadImage } from './read-image';

const UNDECLARED = 'application/octet-stream';

/** Pictures of an import: they keep their paths, because posts refer to them by these, and go through the same check as uploads. */
@Injectable()
export class ImportedImages {
  constructor(private readonly store: ImageStore) {}

  /**
   * Stores a picture unless one of its name is here already.
   * @param path below `images/`
   * @returns why it was left out
   */
  async take(path: string, bytes: Buffer): Promise<ImportProblem | undefined> {
    const image = isServedName(path) ? await readOrProblem(path, bytes) : null;
    if (image !== null && 'message' in image) return image;
    if (image === null) return problem(path, 'The file is not an image that is served here.');
    const isNew = await this.store.addAs(`images/${path}`, image);
    return isNew ? undefined : problem(path, 'The image is here already.');
  }
}

async function readOrProblem(path: string, bytes: Buffer): Promise<ReadImage | ImportProblem | null> {
  try {
    return await readImage(bytes, extname(path).toLowerCase(), UNDECLARED);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return problem(path, [error.message, error.context].join(' '));
  }
}

function problem(path: string, message: string): ImportProblem {
  return { message, help: 'Image', context: JSON.stringify({ path }) };
}
