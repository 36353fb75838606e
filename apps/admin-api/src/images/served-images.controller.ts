import { NotFoundError } from '@almanac/errors';
import { Controller, Get, Param, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { extname } from 'node:path';
import { isServedName } from './image-name';
import { ImageStore } from './image-store';
import { typeOfExtension } from './image-type';

/** A stored file never changes, and its name is not reused. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Browsers load and run nothing from the file, and give it no origin. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Serves uploaded images. */
@Controller({ path: 'content/images', version: VERSION_NEUTRAL })
export class ServedImagesController {
  constructor(private readonly store: ImageStore) {}

  @Get('*')
  async read(@Param('*') key: string, @Res() reply: FastifyReply): Promise<void> {
    const type = typeOfExtension(extname(key).toLowerCase());
    const file = type && isServedName(key) ? await this.store.read(`images/${key}`) : null;
    if (type === undefined || file === null) throw new NotFoundError('Resource not found');
    const isActive = type.mimeType === 'image/svg+xml';
    await reply
      .header('content-type', type.mimeType)
      .header('content-length', String(file.bytes))
      .header('last-modified', file.modifiedAt.toUTCString())
      .header('cache-control', IMMUTABLE)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('content-disposition', isActive ? 'attachment' : 'inline')
      .send(file.stream);
  }
}
