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
 * `not-now` if too many images wait or the result cannot be stored now, so that a later request can get the result.
 */
export type ResizedImage = { path: string; format: ImageFormat } | 'not-resized' | 'not-now';

/** The outcome of a task. `unresizable`: clients get the original. `not-stored`: the storage refused the result. */
type Outcome = 'stored' | 'unresizable' | 'not-stored';

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
  private readonly queue: queueAsPromised<ResizeTask, Outcome> = createQueue(
    (task: ResizeTask) => this.resize(task),
    CONCURRENCY,
  );
  /** The queued and running tasks by the path of their result. */
  private readonly tasks = new Map<string, Promise<Outcome>>();
  /** Paths of results for which clients get the original: `resizeImage` returned null or failed, or the original is too large. */
  private readonly unresizable = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_FOR_MS });

  constructor(
    private readonly disk: ContentDisk,
    private readonly logger: Logger,
  ) {}

  /**
   * Finds or makes the resized image in the first of `formats` for which `resizeImage` returns a result.
   * @returns `not-resized` if there is no such format, or if `size` is not a valid size; `not-now` if too many images wait, or
   *   if the result cannot be stored
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
      if (!this.tasks.has(target) && this.queue.length() >= MAX_WAITING) return 'not-now';
      const outcome = await this.queueOnce({ original: `images/${original}`, target, size: pixels, format });
      if (outcome === 'stored') return { path: target, format };
      if (outcome === 'not-stored') return 'not-now';
    }
    return 'not-resized';
  }

  /** Queues a task. Simultaneous requests for one result wait for the same task. */
  private queueOnce(task: ResizeTask): Promise<Outcome> {
    const { target } = task;
    const existing = this.tasks.get(target);
    if (existing) return existing;
    const queued = this.queue.push(task).finally(() => this.tasks.delete(target));
    this.tasks.set(target, queued);
    return queued;
  }

  /** Resizes and stores an image. */
  private async resize({ original, target, size, format }: ResizeTask): Promise<Outcome> {
    const stored = await this.disk.find(original);
    if (stored === null) throw new NotFoundError('Resource not found');
    const bytes = stored.bytes > MAX_IMAGE_BYTES ? null : await buffer(await this.disk.read(original));
    const result =
      bytes && (await resizeImage(bytes, size, format).catch((error: unknown) => this.report(original, error)));
    if (result === null) {
      this.unresizable.set(target, true);
      return 'unresizable';
    }
    try {
      await this.disk.put(target, result, `image/${format}`);
      return 'stored';
    } catch (error) {
      this.logger.error('Resized image not stored', { err: error, path: target });
      return 'not-stored';
    }
  }

  private report(original: string, error: unknown): null {
    this.logger.warn('Image not resized', { err: error, path: original });
    return null;
  }
}
