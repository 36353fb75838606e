import { NotFoundError } from '@almanac/errors';
import { Logger } from '@almanac/platform';
import { ContentDisk, MAX_IMAGE_BYTES } from '@almanac/storage';
import { Injectable } from '@nestjs/common';
import { promise as createQueue, type queueAsPromised } from 'fastq';
import { LRUCache } from 'lru-cache';
import { buffer } from 'node:stream/consumers';
import { type ImageFormat, type ImageSize, imageSizeOf } from './image-variant';
import { resizeImage } from './resize-image';

/** An image to resize. */
interface ResizeTask {
  /** The path of the original in the storage. */
  original: string;
  /** The path of the result in the storage. */
  target: string;
  size: ImageSize;
  format: ImageFormat;
}

/**
 * The stored result of a request for a size, or why the client is redirected to the original: `not-resized` if no result will be stored,
 * `busy` if too many images wait now, so that a later request can get the result.
 */
export type ResizedImage = { path: string; format: ImageFormat } | 'not-resized' | 'busy';

/** The number of images that are resized at once. Each takes one of the four threads of libuv, which also read files. */
const CONCURRENCY = 2;
/** The maximum number of further images that wait. */
const MAX_WAITING = 32;
/** The maximum number of entries in `unresizable`. */
const MAX_REMEMBERED = 10_000;
const REMEMBERED_FOR_MS = 600_000;

/** Resizes an uploaded image when a size is first requested, and stores the result below `resized/`. */
@Injectable()
export class ResizedImages {
  private readonly queue: queueAsPromised<ResizeTask, boolean> = createQueue(
    (task: ResizeTask) => this.resize(task),
    CONCURRENCY,
  );
  /** The queued and running tasks by the path of their result. */
  private readonly tasks = new Map<string, Promise<boolean>>();
  /** Paths of results for which clients get the original: `resizeImage` returned null or failed, or the original is too large. */
  private readonly unresizable = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_FOR_MS });

  constructor(
    private readonly disk: ContentDisk,
    private readonly logger: Logger,
  ) {}

  /**
   * Finds or makes the resized image in the first of `formats` for which `resizeImage` returns a result.
   * @returns `not-resized` if there is no such format, or if `size` is not a valid size; `busy` if too many images wait
   * @param original the path of the upload below `/content/images/`
   * @param size e.g. `w600`
   * @throws NotFoundError when there is no such image
   */
  async find(original: string, size: string, formats: readonly ImageFormat[]): Promise<ResizedImage> {
    const pixels = imageSizeOf(size);
    if (pixels === null) return 'not-resized';
    for (const format of formats) {
      const target = `resized/${size}.${format}/${original}`;
      if (this.unresizable.has(target)) continue;
      if ((await this.disk.find(target)) !== null) return { path: target, format };
      if (!this.tasks.has(target) && this.queue.length() >= MAX_WAITING) return 'busy';
      const isStored = await this.queueOnce({ original: `images/${original}`, target, size: pixels, format });
      if (isStored) return { path: target, format };
    }
    return 'not-resized';
  }

  /**
   * Queues a task. Simultaneous requests for one result wait for the same task.
   * @returns whether the result is stored
   */
  private queueOnce(task: ResizeTask): Promise<boolean> {
    const { target } = task;
    const existing = this.tasks.get(target);
    if (existing) return existing;
    const queued = this.queue.push(task).finally(() => this.tasks.delete(target));
    this.tasks.set(target, queued);
    return queued;
  }

  /** Resizes and stores an image. @returns whether the result is stored */
  private async resize({ original, target, size, format }: ResizeTask): Promise<boolean> {
    const stored = await this.disk.find(original);
    if (stored === null) throw new NotFoundError('Resource not found');
    const bytes = stored.bytes > MAX_IMAGE_BYTES ? null : await buffer(await this.disk.read(original));
    const result =
      bytes && (await resizeImage(bytes, size, format).catch((error: unknown) => this.report(original, error)));
    if (result === null) {
      this.unresizable.set(target, true);
      return false;
    }
    await this.disk.put(target, result, `image/${format}`);
    return true;
  }

  private report(original: string, error: unknown): null {
    this.logger.warn('Image not resized', { err: error, path: original });
    return null;
  }
}
