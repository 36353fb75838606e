import type { S3Client } from '@aws-sdk/client-s3';
import type { Disk } from 'flydrive';
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { withReceivedFile } from './received-file';
import { storageKey } from './storage-key';

/** The place of uploaded files: a folder, or an S3 bucket. */
export interface StorageSettings {
  /** The folder. */
  storagePath: string;
  /** The bucket. If it is set, the folder is not used. */
  storageBucket?: string;
  storageRegion: string;
  /** The URL of an S3-compatible server; absent for Amazon S3. */
  storageEndpoint?: string;
  storageAccessKeyId?: string;
  storageSecretAccessKey?: string;
}

/** The content to store: bytes, or the path of a local file. */
export type StoredContent = Buffer | { path: string };

/** A range of bytes of a file; `first` and `last` are included. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredFile {
  bytes: number;
  modifiedAt: Date;
}

interface OpenedStorage {
  disk: Disk;
  s3?: S3Client;
}

/** Time limits of a request to the bucket, in milliseconds. Requests without a stream are tried up to three times. */
export interface BucketTimeLimits {
  /** Until the server accepts the connection. */
  connectMs: number;
  /** While no bytes are sent or received, also while the bucket waits for a client that reads a file slowly. */
  idleMs: number;
}

const BUCKET_TIME_LIMITS: BucketTimeLimits = { connectMs: 10_000, idleMs: 60_000 };

/** Maximum bytes of a stream of unknown length, such as a backup. */
const MAX_STREAMED_BYTES = 4 * 1024 * 1024 * 1024;

/** The storage of uploaded files: a local folder, or an S3 bucket that several replicas share. */
export class ContentDisk {
  #opened: Promise<OpenedStorage> | undefined;

  constructor(
    private readonly settings: StorageSettings,
    private readonly bucketTimeLimits = BUCKET_TIME_LIMITS,
  ) {}

  /** Size and date of a file; null when there is no file. Sends one request to the bucket. */
  async find(path: string): Promise<StoredFile | null> {
    const { disk } = await this.#open();
    try {
      const { contentLength, lastModified } = await disk.getMetaData(storageKey(path));
      return { bytes: contentLength, modifiedAt: lastModified };
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  /**
   * Stores a file under a path. Even if the process ends meanwhile, there is no incomplete file under the path. This is not guaranteed if a
   * part of the folder is another volume.
   */
  async put(path: string, content: StoredContent, contentType: string): Promise<void> {
    const { disk, s3 } = await this.#open();
    const key = storageKey(path);
    const write = (writtenKey: string): Promise<void> =>
      Buffer.isBuffer(content)
        ? disk.put(writtenKey, content, { contentType })
        : putFile(disk, writtenKey, content.path, contentType);
    // A bucket stores an object atomically. A folder needs a temporary name and a rename.
    if (s3 !== undefined) return write(key);
    const temporaryKey = `incoming/${randomUUID()}`;
    try {
      await write(temporaryKey);
      await this.#rename(disk, temporaryKey, key);
    } finally {
      await rm(join(this.settings.storagePath, temporaryKey), { force: true });
    }
  }

  /** Renames a file of the folder. flydrive only copies, so that there could be an incomplete file under the new name for some time. */
  async #rename(disk: Disk, fromKey: string, toKey: string): Promise<void> {
    const [from, to] = [join(this.settings.storagePath, fromKey), join(this.settings.storagePath, toKey)];
    await mkdir(dirname(to), { recursive: true });
    try {
      await rename(from, to);
    } catch (error) {
      // A part of the folder is another volume.
      if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
      await disk.move(fromKey, toKey);
    }
  }

  /**
   * Stores a stream of unknown length. S3 needs the length, so the stream is first written to a temporary file.
   * @throws RequestEntityTooLargeError for more than 4 GB
   */
  async putStream(path: string, stream: Readable, contentType: string): Promise<void> {
    await withReceivedFile(stream, MAX_STREAMED_BYTES, (file) => this.put(path, file, contentType));
  }

  /** The bytes of a stored file, or of a range of it. */
  async read(path: string, range?: ByteRange): Promise<Readable> {
    const { disk, s3 } = await this.#open();
    const key = storageKey(path);
    if (s3 === undefined) {
      // Opens the file now, so that an error is thrown here and not by the stream.
      const file = await open(join(this.settings.storagePath, key));
      return file.createReadStream(range && { start: range.first, end: range.last });
    }
    if (range === undefined) return disk.getStream(key);
    // flydrive cannot read ranges.
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const { storageBucket: Bucket } = this.settings;
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket, Key: key, Range: `bytes=${range.first}-${range.last}` }),
    );
    if (!(Body instanceof Readable)) throw new Error('The bucket returned no stream.');
    return Body;
  }

  /** Removes the files of a folder that were stored before a date. @returns the number of removed files */
  async removeOlder(folder: string, before: Date): Promise<number> {
    const { disk, s3 } = await this.#open();
    if (s3 === undefined && !existsSync(join(this.settings.storagePath, folder))) return 0;
    let removed = 0;
    let paginationToken: string | undefined;
    do {
      const page = await disk.listAll(`${folder}/`, { recursive: true, paginationToken });
      for (const file of page.objects) {
        if (!file.isFile || (await file.getMetaData()).lastModified >= before) continue;
        await disk.delete(file.key);
        removed += 1;
      }
      ({ paginationToken } = page);
    } while (paginationToken !== undefined);
    return removed;
  }

  #open(): Promise<OpenedStorage> {
    this.#opened ??= openStorage(this.settings, this.bucketTimeLimits);
    return this.#opened;
  }
}

async function putFile(disk: Disk, key: string, path: string, contentType: string): Promise<void> {
  const stream = createReadStream(path);
  try {
    await disk.putStream(key, stream, { contentType });
  } finally {
    // After a failed request, nothing else closes the file, and its space stays occupied after its removal.
    stream.destroy();
  }
}

/**
 * The codes of the errors for a path without a file: nothing is there, a part of the path is not a folder but a file, a name is too long,
 * or the path is a folder (the code of flydrive).
 */
const ABSENCE_CODES: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'E_RUNTIME_EXCEPTION']);

/** Whether flydrive could not read the metadata because there is no file. Its error has that of the file system or the bucket as cause. */
function isAbsence(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null) return false;
  return ('code' in cause && ABSENCE_CODES.has(cause.code)) || httpStatusOf(cause) === 404;
}

/** The status of the response to which an error of the S3 client belongs; undefined for other errors. */
function httpStatusOf(error: object): unknown {
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  return typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
    ? metadata.httpStatusCode
    : undefined;
}

async function openStorage(settings: StorageSettings, timeLimits: BucketTimeLimits): Promise<OpenedStorage> {
  const { storageBucket: bucket, storagePath } = settings;
  // Loaded on first use, because flydrive and the S3 client are large.
  const { Disk } = await import('flydrive');
  if (bucket === undefined) {
    const { FSDriver } = await import('flydrive/drivers/fs');
    return { disk: new Disk(new FSDriver({ location: storagePath, visibility: 'public' })) };
  }
  const [{ S3Driver }, { S3Client }] = await Promise.all([import('flydrive/drivers/s3'), import('@aws-sdk/client-s3')]);
  const client = new S3Client({
    region: settings.storageRegion,
    endpoint: settings.storageEndpoint,
    forcePathStyle: settings.storageEndpoint !== undefined,
    credentials: credentialsOf(settings),
    requestHandler: { connectionTimeout: timeLimits.connectMs, socketTimeout: timeLimits.idleMs },
  });
  return { disk: new Disk(new S3Driver({ bucket, client, supportsACL: false, visibility: 'private' })), s3: client };
}

function credentialsOf({ storageAccessKeyId, storageSecretAccessKey }: StorageSettings) {
  if (storageAccessKeyId === undefined || storageSecretAccessKey === undefined) return undefined;
  return { accessKeyId: storageAccessKeyId, secretAccessKey: storageSecretAccessKey };
}
