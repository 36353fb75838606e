import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { ContentDisk } from '../storage/content-disk';
import { candidateNames } from './image-name';
import type { ReadImage } from './read-image';

/** An image with the name its sender gave it, made safe. */
export interface NamedImage extends ReadImage {
  stem: string;
}

/** Uploaded images by their keys. */
@Injectable()
export class ImageStore {
  constructor(
    private readonly disk: ContentDisk,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores a file under the first free name.
   *
   * @returns its key, e.g. `images/2026/11/photo-2.png`
   */
  async add(folder: string, { stem, extension, bytes, type }: NamedImage): Promise<string> {
    const disk = await this.disk.open();
    return this.dataSource.transaction(async (manager) => {
      // Finding a free name and taking it is one step for everybody who uploads a file of that name, on any replica.
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${folder}/${stem}${extension}`]);
      for (const name of candidateNames(stem, extension)) {
        const key = `${folder}/${name}`;
        if (await disk.exists(key)) continue;
        await disk.put(key, bytes, { contentType: type.mimeType });
        return key;
      }
      throw new Error('There is always another name.');
    });
  }

  /**
   * Stores a file under a name it has already.
   * @returns false when something of that name is here; it stays as it is
   */
  async addAs(key: string, { bytes, type }: ReadImage): Promise<boolean> {
    const disk = await this.disk.open();
    return this.dataSource.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      if (await disk.exists(key)) return false;
      await disk.put(key, bytes, { contentType: type.mimeType });
      return true;
    });
  }

  /** The file behind a key; null when there is none. */
  async read(key: string): Promise<{ stream: Readable; bytes: number; modifiedAt: Date } | null> {
    const disk = await this.disk.open();
    if (!(await disk.exists(key))) return null;
    const { contentLength, lastModified } = await disk.getMetaData(key);
    return { stream: await disk.getStream(key), bytes: contentLength, modifiedAt: lastModified };
  }
}
