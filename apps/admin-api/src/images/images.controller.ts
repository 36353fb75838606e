import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { UnsupportedMediaTypeError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { ContentFiles, fileStem, imageExtensions, MAX_IMAGE_BYTES, monthFolder, readImage } from '@almanac/storage';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { siteViewOf } from '../site/site-view';
import { receiveUpload } from '../uploads/receive-upload';
import type { UploadRules } from '../uploads/upload';
import { assertFitsPurpose } from './image-purpose';

const UNSUPPORTED = 'Please select a valid image.';

const rules: UploadRules = {
  field: 'file',
  extensions: imageExtensions,
  maxBytes: MAX_IMAGE_BYTES,
  messages: { missing: 'Please select an image.', unsupported: UNSUPPORTED },
};

/** Stores uploaded images. */
@Controller({ path: 'admin/images', version: [...apiVersions] })
export class ImagesController {
  constructor(
    private readonly files: ContentFiles,
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
      return { ...image, stem: fileStem(incoming.filename) };
    });
    const { purpose, ref } = contract.inputReaders.uploadImage(fields);
    assertFitsPurpose(purpose, file, contract.behaviour);
    const { stem, extension, bytes: content, type } = file;
    const folder = monthFolder('images', this.clock.now());
    const path = await this.files.addChecked(folder, stem, { content, extension, contentType: type.mimeType });
    const view = { url: `/content/${path}`, ref };
    return { images: [contract.admin.upload(view, siteViewOf(this.configuration).url)] };
  }
}
