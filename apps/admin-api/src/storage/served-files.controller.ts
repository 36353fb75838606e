import { NotFoundError } from '@almanac/errors';
import { type ContentArea, ContentFiles, type ServedFile, servedFile } from '@almanac/storage';
import { Controller, Get, Param, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { imageVariantOf } from '../resized-images/image-variant';
import { RequestedVariants } from '../resized-images/requested-variants';
import { byteRangeOf } from './byte-range';

/**
 * The `Cache-Control` of a stored file. An uploaded file never changes, and its name is not reused. A resized image with one name is
 * always made from the same upload.
 */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NO_STORE = 'no-store';

/** The request and the reply of one handler call. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Serves uploaded images, media and files. */
@Controller({ path: 'content', version: VERSION_NEUTRAL })
export class ServedFilesController {
  constructor(
    private readonly files: ContentFiles,
    private readonly variants: RequestedVariants,
  ) {}

  @Get('images/*')
  async image(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const variant = imageVariantOf(path);
    if (variant === null) return this.serve('images', path, { request, reply });
    const resized = await this.variants.findOrRedirect(variant, { request, reply });
    if (resized !== null) await this.send(resized.path, resized.served, { request, reply });
  }

  @Get('media/*')
  media(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve('media', path, { request, reply });
  }

  @Get('files/*')
  file(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve('files', path, { request, reply });
  }

  private async serve(area: ContentArea, path: string, exchange: Exchange): Promise<void> {
    const served = servedFile(area, path);
    if (served === null) throw new NotFoundError('Resource not found');
    await this.send(`${area}/${path}`, served, exchange);
  }

  private async send(path: string, served: ServedFile, { request, reply }: Exchange): Promise<void> {
    const stored = await this.files.find(path);
    if (stored === null) throw new NotFoundError('Resource not found');
    // Ranges are defined for GET only (RFC 9110, 14.2).
    const range = byteRangeOf(request.method === 'GET' ? request.headers.range : undefined, stored.bytes);
    // The requested range is outside the file.
    if (range === null) {
      await reply
        .status(416)
        .header('content-range', `bytes */${stored.bytes}`)
        .header('cache-control', NO_STORE)
        .send('');
      return;
    }
    // A response to HEAD has no body, so the file is not opened.
    const content = request.method === 'HEAD' ? Readable.from([]) : await this.files.read(path, range);
    // Set after `read`: if it fails, caches must not store the error.
    void reply
      .header('last-modified', stored.modifiedAt.toUTCString())
      .header('cache-control', IMMUTABLE)
      .header('accept-ranges', 'bytes')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', served.contentSecurityPolicy)
      .header('content-disposition', served.disposition)
      .header('content-type', served.contentType);
    const { first, last } = range ?? { first: 0, last: stored.bytes - 1 };
    if (range !== undefined) void reply.status(206).header('content-range', `bytes ${first}-${last}/${stored.bytes}`);
    await reply.header('content-length', String(last - first + 1)).send(content);
  }
}
