import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { UnsupportedMediaTypeError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { siteViewOf } from '../site/site-view';
import { receiveUpload } from '../uploads/receive-upload';
import type { UploadRules } from '../uploads/upload';
import { imageFolder, imageStem } from './image-name';
import { assertFitsPurpose } from './image-purpose';
import { ImageStore } from './image-store';
import { imageExtensions } from './image-type';
import { readImage } from './read-image';

const UNSUPPORTED = 'Please select a valid image.';

const rules: UploadRules = {
  field: 'file',
  extensions: imageExtensions,
  maxBytes: 20 * 1024 * 1024,
  messages: { missing: 'Please select an image.', unsupported: UNSUPPORTED },
};

/** Receives image uploads. */
@Controller({ path: 'admin/images', version: [...apiVersions] })
export class ImagesController {
  constructor(
    private readonly store: ImageStore,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  @Post('upload')
  @HttpCode(201)
  async upload(@Contract() contract: ApiContract, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { file, fields } = await receiveUpload(request, rules, async (incoming) => {
      const bytes = await buffer(incoming.stream);
      const image = await readImage(bytes, extname(incoming.filename).toLowerCase(), incoming.mimeType);
      if (image === null) throw new UnsupportedMediaTypeError(UNSUPPORTED);
      return { ...image, stem: imageStem(incoming.filename) };
    });
    const { purpose, ref } = contract.accept.uploadImage(fields);
    assertFitsPurpose(purpose, file.bytes, file.type);
    const key = await this.store.add(imageFolder(this.clock.now()), file);
    const view = { url: `/content/${key}`, ref };
    return { images: [contract.admin.image(view, siteViewOf(this.configuration).url)] };
  }
}
