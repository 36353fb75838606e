import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { DataSource, type EntityManager } from 'typeorm';
import { ContentDisk } from '../storage/content-disk';
import { candidateNames } from './image-name';
import type { ReadImage } from './read-image';

/** An image with the safe form of the name that the client sent. */
export interface NamedImage extends ReadImage {
  stem: string;
}

/** Stores and reads image files by key. */
@Injectable()
export class ImageStore {
  constructor(
    private readonly disk: ContentDisk,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores a file under the first free name.
   * @returns its key, e.g. `images/2026/11/photo-2.png`
   */
  async add(folder: string, { stem, extension, bytes, type }: NamedImage): Promise<string> {
    const disk = await this.disk.open();
    return this.dataSource.transaction(async (manager) => {
      await lockName(manager, `${folder}/${stem}${extension}`);
      for (const name of candidateNames(stem, extension)) {
        const key = `${folder}/${name}`;
        if (await disk.exists(key)) continue;
        await disk.put(key, bytes, { contentType: type.mimeType });
        return key;
      }
      throw new Error('candidateNames is infinite.');
    });
  }

  /**
   * Stores a file under a given key.
   * @returns false when the key is taken; the stored file does not change
   */
  async addAs(key: string, { bytes, type }: ReadImage): Promise<boolean> {
    const disk = await this.disk.open();
    return this.dataSource.transaction(async (manager) => {
      await lockName(manager, key);
      if (await disk.exists(key)) return false;
      await disk.put(key, bytes, { contentType: type.mimeType });
      return true;
    });
  }

  /** The file with this key; null when there is none. */
  async read(key: string): Promise<{ stream: Readable; bytes: number; modifiedAt: Date } | null> {
    const disk = await this.disk.open();
    if (!(await disk.exists(key))) return null;
    const { contentLength, lastModified } = await disk.getMetaData(key);
    return { stream: await disk.getStream(key), bytes: contentLength, modifiedAt: lastModified };
  }
}

/** Serialises the uploads of one name on all replicas until the transaction ends: the folder or bucket is shared. */
async function lockName(manager: EntityManager, key: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
}
