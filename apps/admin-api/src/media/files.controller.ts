import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { ContentFiles, type IncomingContent, MAX_FILE_BYTES, type PendingFile } from '@almanac/storage';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { siteViewOf } from '../site/site-view';
import type { UploadRules } from '../uploads/upload';
import { withPendingFiles } from '../uploads/with-pending-files';

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
    const receive = (incoming: IncomingContent): Promise<PendingFile> => this.files.receive('files', incoming);
    return withPendingFiles(request, { ...rules, receive }, async ({ file, fields }) => {
      const { ref } = contract.inputReaders.uploadFile(fields);
      const url = `/content/${await file.store(this.clock.now())}`;
      return { files: [contract.admin.upload({ url, ref }, siteViewOf(this.configuration).url)] };
    });
  }
}
