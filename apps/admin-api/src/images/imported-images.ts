import { ValidationError } from '@almanac/errors';
import type { ImportProblem } from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import { extname } from 'node:path';
import { isServedName } from './image-name';
import { ImageStore } from './image-store';
import { readImage, type ReadImage } from './read-image';

const UNDECLARED = 'application/octet-stream';

/** Stores the images of an import. They keep their paths, because posts refer to them, and pass the checks of uploads. */
@Injectable()
export class ImportedImages {
  constructor(private readonly store: ImageStore) {}

  /**
   * Stores an image unless its path is taken.
   * @param path below `images/`
   * @returns the reason when the image was not stored
   */
  async add(path: string, bytes: Buffer): Promise<ImportProblem | undefined> {
    const image = isServedName(path) ? await readImageOrProblem(path, bytes) : null;
    if (image !== null && 'message' in image) return image;
    if (image === null) return problem(path, 'The file is not an image in a supported format.');
    const isNew = await this.store.addAs(`images/${path}`, image);
    return isNew ? undefined : problem(path, 'An image with this path already exists.');
  }
}

async function readImageOrProblem(path: string, bytes: Buffer): Promise<ReadImage | ImportProblem | null> {
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
