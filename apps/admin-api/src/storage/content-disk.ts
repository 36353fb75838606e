import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { Disk } from 'flydrive';

/** The storage of uploaded files: a local folder, or an S3 bucket that several replicas share. */
@Injectable()
export class ContentDisk {
  private opened: Promise<Disk> | undefined;

  constructor(private readonly configuration: AdminApiConfiguration) {}

  open(): Promise<Disk> {
    this.opened ??= openDisk(this.configuration);
    return this.opened;
  }
}

async function openDisk(configuration: AdminApiConfiguration): Promise<Disk> {
  const { storageBucket, storagePath } = configuration;
  // Loaded for the first file: flydrive takes 190 ms, and the S3 client is larger than this service.
  const { Disk } = await import('flydrive');
  if (storageBucket === undefined) {
    const { FSDriver } = await import('flydrive/drivers/fs');
    return new Disk(new FSDriver({ location: storagePath, visibility: 'public' }));
  }
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
