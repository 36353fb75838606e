import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { ContentFiles, MAX_FILE_BYTES } from '@almanac/storage';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { siteViewOf } from '../site/site-view';
import { receiveUpload } from '../uploads/receive-upload';
import type { UploadRules } from '../uploads/upload';

/** Files of every type are accepted, because files are served with headers that prevent browsers from running them. */
const rules: UploadRules = {
  field: 'file',
  // One byte more than the storage accepts: the form parser truncates a longer file to this size, and the storage then rejects it.
  maxBytes: MAX_FILE_BYTES + 1,
  messages: { missing: 'Please select a file.', unsupported: 'Please select a valid file.' },
};

/** Receives files of any format. */
@Controller({ path: 'admin/files', version: from('v5') })
export class FilesController {
  constructor(
    private readonly files: ContentFiles,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  @Post('upload')
  @HttpCode(201)
  async upload(@Contract() contract: ApiContract, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { file, fields } = await receiveUpload(request, rules, (incoming) =>
      this.files.add('files', incoming, this.clock.now()),
    );
    const { ref } = contract.inputReaders.uploadFile(fields);
    return { files: [contract.admin.upload({ url: `/content/${file}`, ref }, siteViewOf(this.configuration).url)] };
  }
}
