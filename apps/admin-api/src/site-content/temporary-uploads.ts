import { Logger } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { IncomingFile } from '../uploads/upload';

/** An uploaded file in a temporary folder. */
export interface TemporaryUpload {
  /** The name that the client gave the file. */
  filename: string;
  path: string;
  /** Deletes the folder with the file. */
  remove: () => Promise<void>;
}

/** Stores uploaded files in temporary folders until they are imported. */
@Injectable()
export class TemporaryUploads {
  constructor(private readonly logger: Logger) {}

  /** Stores an uploaded file. The caller has to discard it later. */
  async store({ filename, stream }: IncomingFile): Promise<TemporaryUpload> {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-upload-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    const path = join(folder, 'upload');
    try {
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      return { filename, path, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** Removes a stored file. An error is only logged, because the result of the import does not depend on it. */
  async discard({ path, remove }: TemporaryUpload): Promise<void> {
    try {
      await remove();
    } catch (error) {
      this.logger.warn('The uploaded file of an import could not be removed', { err: error, path });
    }
  }
}
