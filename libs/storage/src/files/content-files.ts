import type { Readable } from 'node:stream';
import { extname } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import type { ByteRange, ContentDisk, StoredFile } from '../content-disk';
import { receiveFile, withReceivedFile } from '../received-file';
import { fitsFileSystem, storageKey } from '../storage-key';
import { type CheckedFile, checkFile, maxBytesOf } from './check-file';
import { candidateNames, type ContentArea, fileStem, isServedName, monthFolder } from './file-name';

/** A file to add, with the name and the media type that the client gave it. */
export interface IncomingContent {
  filename: string;
  mimeType: string;
  stream: Readable;
}

/** An uploaded file that passed the checks of its area. It is in a temporary folder until `discard` removes it. */
export interface PendingFile {
  /**
   * Stores the file under the first free name in the folder of the month.
   * @returns its path below `/content/`, e.g. `media/2026/11/song-2.mp3`
   */
  store(now: Date): Promise<string>;
  discard(): Promise<void>;
}

/** The result of adding a file of an import. */
export type AddFileResult = 'stored' | 'exists' | 'unsupported name';

/** The media type of a file of an import, for which no client declares one. */
const UNDECLARED = 'application/octet-stream';

/** Stores and reads the files below `/content/images/`, `/content/media/` and `/content/files/`. */
export class ContentFiles {
  constructor(
    private readonly disk: ContentDisk,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Checks an uploaded file, which `store` of the result then stores. The caller has to call `discard` of the result in the end.
   * @throws UnsupportedMediaTypeError for a format that the area does not accept
   * @throws RequestEntityTooLargeError for a file that is too large
   * @throws ValidationError for an SVG that exceeds a limit
   */
  async receive(area: ContentArea, { filename, mimeType, stream }: IncomingContent): Promise<PendingFile> {
    const extension = extname(filename).toLowerCase();
    const received = await receiveFile(stream, maxBytesOf(area, extension));
    try {
      const file = await checkFile(area, received, { extension, declaredType: mimeType });
      return {
        store: (now) => this.addChecked(monthFolder(area, now), fileStem(filename), file),
        discard: () => received.remove(),
      };
    } catch (error) {
      await received.remove();
      throw error;
    }
  }

  /**
   * Stores a checked file under the first free name in a folder.
   * @param stem the file name without extension
   * @returns its path below `/content/`
   */
  async addChecked(folder: string, stem: string, file: CheckedFile): Promise<string> {
    for (const name of candidateNames(stem, file.extension)) {
      const path = `${folder}/${name}`;
      if ((await this.disk.find(path)) === null && (await this.#putIfFree(path, file))) return path;
    }
    // For the compiler, which does not know that `candidateNames` never ends.
    throw new Error('There is no free name.');
  }

  /** Stores a file under a path unless another upload stored, or is storing, a file there. @returns whether the file was stored */
  async #putIfFree(path: string, { content, contentType }: CheckedFile): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      // Storing the file of another upload can take long, so this does not wait for the lock.
      if (!(await tryLockPath(manager, path)) || (await this.disk.find(path)) !== null) return false;
      await this.disk.put(path, content, contentType);
      return true;
    });
  }

  /**
   * Checks a file of an import and stores it under the given path. A stored file is never replaced.
   * @param path below the area, e.g. `2026/11/song.mp3`
   * @throws UnsupportedMediaTypeError, RequestEntityTooLargeError and ValidationError, as {@link receive}
   */
  async addAs(area: ContentArea, path: string, stream: Readable): Promise<AddFileResult> {
    const stored = `${area}/${path}`;
    if (!isServedName(path) || !fitsFileSystem(storageKey(stored))) {
      stream.destroy();
      return 'unsupported name';
    }
    if ((await this.disk.find(stored)) !== null) {
      stream.destroy();
      return 'exists';
    }
    const extension = extname(path).toLowerCase();
    return withReceivedFile(stream, maxBytesOf(area, extension), async (received) => {
      const { content, contentType } = await checkFile(area, received, { extension, declaredType: UNDECLARED });
      return this.dataSource.transaction(async (manager) => {
        await lockPath(manager, stored);
        if ((await this.disk.find(stored)) !== null) return 'exists';
        await this.disk.put(stored, content, contentType);
        return 'stored';
      });
    });
  }

  /** Size and date of a file below `/content/`; null when there is no file. */
  find(path: string): Promise<StoredFile | null> {
    return this.disk.find(path);
  }

  /** The bytes of a file below `/content/`, or of a range of it. */
  read(path: string, range?: ByteRange): Promise<Readable> {
    return this.disk.read(path, range);
  }
}

/** The maximum time for storing a file, e.g. a large file in a slow bucket; an interval of PostgreSQL. */
const MAX_STORING_TIME = '1h';

/** As {@link lockPath}, but does not wait. @returns false if another transaction has locked the path */
async function tryLockPath(manager: EntityManager, path: string): Promise<boolean> {
  const [row] = await manager.query<{ isLocked: boolean }[]>(
    `select set_config('idle_in_transaction_session_timeout', $2, true),
       pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isLocked"`,
    [path, MAX_STORING_TIME],
  );
  return row?.isLocked === true;
}

/**
 * Locks a path until the transaction ends, because all replicas of the service share the folder or bucket. Also raises the time limit for
 * idle transactions, which is a minute in the services, because the transaction runs no statement while the file is stored.
 */
async function lockPath(manager: EntityManager, path: string): Promise<void> {
  await manager.query(
    `select set_config('idle_in_transaction_session_timeout', $2, true), pg_advisory_xact_lock(hashtextextended($1, 0))`,
    [path, MAX_STORING_TIME],
  );
}
