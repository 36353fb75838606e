import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { candidateNames } from './image-name';
import type { ReadImage } from './read-image';

/** An image with the name its sender gave it, made safe. */
export interface NamedImage extends ReadImage {
  stem: string;
}

/** Where uploaded files are kept: a folder of this machine, or a bucket that several replicas share. */
@Injectable()
export class ImageStore {
  private opened: Promise<Disk> | undefined;

  constructor(
    private readonly configuration: AdminApiConfiguration,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores a file under the first free name.
   *
   * @returns its key, e.g. `images/2026/11/photo-2.png`
   */
  async add(folder: string, { stem, extension, bytes, type }: NamedImage): Promise<string> {
    const disk = await this.disk();
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

  /** The file behind a key; null when there is none. */
  async read(key: string): Promise<{ stream: Readable; bytes: number; modifiedAt: Date } | null> {
    const disk = await this.disk();
    if (!(await disk.exists(key))) return null;
    const { contentLength, lastModified } = await disk.getMetaData(key);
    return { stream: await disk.getStream(key), bytes: contentLength, modifiedAt: lastModified };
  }

  private disk(): Promise<Disk> {
    this.opened ??= openDisk(this.configuration);
    return this.opened;
  }
}

async function openDisk(configuration: AdminApiConfiguration): Promise<Disk> {
  const { storageBucket, storagePath } = configuration;
  if (storageBucket === undefined) return new Disk(new FSDriver({ location: storagePath, visibility: 'public' }));
  // Loaded only where it is used: the client is larger than this whole service.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: storageBucket,
      region: configuration.storageRegion,
      endpoint: configuration.storageEndpoint,
      forcePathStyle: configuration.storageEndpoint !== undefined,
      supportsACL: false,
      visibility: 'private',
      credentials: credentialsOf(configuration),
    }),
  );
}

function credentialsOf({ storageAccessKeyId, storageSecretAccessKey }: AdminApiConfiguration) {
  if (storageAccessKeyId === undefined || storageSecretAccessKey === undefined) return undefined;
  return { accessKeyId: storageAccessKeyId, secretAccessKey: storageSecretAccessKey };
}
