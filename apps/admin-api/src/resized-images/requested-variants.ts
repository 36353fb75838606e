import { NotFoundError } from '@almanac/errors';
import { type ServedFile, servedFile } from '@almanac/storage';
import { AdminApiConfiguration } from '@almanac/validation';
import { addVary } from '@almanac/versioned-http';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { extname } from 'node:path';
import { type ImageFormat, imageFormatOf, imageSizeOf, type ImageVariant, negotiatedFormats } from './image-variant';
import { ResizedImages } from './resized-images';

const REDIRECT_MAX_AGE_SECONDS = 3600;

/**
 * Finds the resized image for a request that names a size, and makes it if necessary. Redirects to the original if there is no resized
 * image, e.g. because the size is not in `IMAGE_SIZES`, because too many images wait, or because the storage refuses the result.
 */
@Injectable()
export class RequestedVariants {
  private readonly sizes: ReadonlySet<string>;

  constructor(
    private readonly images: ResizedImages,
    configuration: AdminApiConfiguration,
  ) {
    this.sizes = new Set(configuration.imageSizes);
  }

  /**
   * @returns the stored file to send; null after a redirect to the original
   * @throws NotFoundError for a path that no upload can have, and if an image that has to be resized does not exist
   */
  async findOrRedirect(
    variant: ImageVariant,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<{ path: string; served: ServedFile } | null> {
    const { original, size, format } = variant;
    const served = servedFile('images', original);
    if (served === null) throw new NotFoundError('Resource not found');
    if (format === undefined) addVary(reply, 'Accept');
    const formats = this.formatsFor(variant, request.headers.accept);
    const found = formats.length === 0 ? 'not-resized' : await this.images.find(original, size, formats);
    if (typeof found !== 'string') {
      return { path: found.path, served: { ...served, contentType: `image/${found.format}` } };
    }
    // `not-now`: a later request can get the resized image, so caches must not store this redirect.
    const cacheControl = found === 'not-now' ? 'no-store' : `public, max-age=${REDIRECT_MAX_AGE_SECONDS}`;
    const path = original.split('/').map(encodeURIComponent).join('/');
    await reply.header('cache-control', cacheControl).redirect(`/content/images/${path}`, 302);
    return null;
  }

  /** The formats to try, in this order. Empty for a size or format that is not served, and for SVG, GIF and icons: they are not resized. */
  private formatsFor({ original, size, format }: ImageVariant, accept: string | undefined): ImageFormat[] {
    const own = imageFormatOf(extname(original));
    const pixels = this.sizes.has(size) ? imageSizeOf(size) : null;
    if (own === undefined || pixels === null) return [];
    if (format === undefined) return negotiatedFormats(accept, pixels, own);
    const requested = imageFormatOf(format);
    return requested === undefined ? [] : [requested];
  }
}
