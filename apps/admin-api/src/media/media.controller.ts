import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import {
  ContentFiles,
  imageExtensions,
  type IncomingContent,
  MAX_FILE_BYTES,
  MAX_IMAGE_BYTES,
  mediaExtensions,
  type PendingFile,
} from '@almanac/storage';
import { AdminApiConfiguration, quoted } from '@almanac/validation';
import { Controller, HttpCode, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { siteViewOf } from '../site/site-view';
import { receiveUpload } from '../uploads/receive-upload';
import type { UploadRules } from '../uploads/upload';
import { withPendingFiles } from '../uploads/with-pending-files';
import { storedMediaPath, storeThumbnail } from './thumbnail';

const mediaRules: UploadRules = {
  field: 'file',
  extensions: mediaExtensions,
  // One byte more than the storage accepts: the form parser truncates a longer file to this size, and the storage then rejects it.
  maxBytes: MAX_FILE_BYTES + 1,
  second: { field: 'thumbnail', extensions: imageExtensions },
  messages: { missing: 'Please select a media file.', unsupported: 'Please select a valid media file.' },
};

const thumbnailRules: UploadRules = {
  field: 'file',
  extensions: imageExtensions,
  maxBytes: MAX_IMAGE_BYTES,
  messages: { missing: 'Please select an image.', unsupported: 'Please select a valid image.' },
};

/** Receives video and audio, and the thumbnails of videos. */
@Controller({ path: 'admin/media', version: from('v5') })
export class MediaController {
  constructor(
    private readonly files: ContentFiles,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  @Post('upload')
  @HttpCode(201)
  async upload(@Contract() contract: ApiContract, @Req() request: FastifyRequest): Promise<JsonObject> {
    const receive = (incoming: IncomingContent): Promise<PendingFile> => this.files.receive('media', incoming);
    return withPendingFiles(request, { ...mediaRules, receive }, async ({ file, second, fields }) => {
      const { ref } = contract.inputReaders.uploadFile(fields);
      const now = this.clock.now();
      const url = `/content/${await file.store(now)}`;
      const thumbnailUrl = second === undefined ? null : `/content/${await second.store(now)}`;
      return { media: [contract.admin.media({ url, thumbnailUrl, ref }, siteViewOf(this.configuration).url)] };
    });
  }

  @Put('thumbnail/upload')
  async uploadThumbnail(@Contract() contract: ApiContract, @Req() request: FastifyRequest): Promise<JsonObject> {
    // The field `url` can follow the image in the form, so the image is kept in memory until the form has ended.
    const { file: image, fields } = await receiveUpload(request, thumbnailRules, async (incoming) => ({
      ...incoming,
      stream: Readable.from(await buffer(incoming.stream)),
    }));
    const { ref } = contract.inputReaders.uploadFile(fields);
    const siteUrl = siteViewOf(this.configuration).url;
    const mediaPath = storedMediaPath(fields.url ?? '', siteUrl);
    if (mediaPath === null || (await this.files.find(mediaPath)) === null) {
      const help = 'The form field "url" must contain the URL of an uploaded media file.';
      throw new ValidationError(`There is no media file ${quoted(fields.url ?? '')}.`, { property: 'url', help });
    }
    const url = await storeThumbnail(this.files, mediaPath, image);
    return { media: [contract.admin.media({ url, thumbnailUrl: null, ref }, siteUrl)] };
  }
}
