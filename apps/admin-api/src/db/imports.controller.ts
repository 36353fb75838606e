import { apiVersions, type JsonObject } from '@almanac/api-versions';
import {
  type Actor,
  formerSiteUrlFrom,
  ImportExportService,
  type ImportOptions,
  ImportRunsService,
} from '@almanac/publishing';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { receiveUpload } from '../uploads/receive-upload';
import type { UploadRules } from '../uploads/upload';
import { BackgroundImports, type KeptUpload } from './background-imports';
import { SiteImports } from './site-imports';

const rules: UploadRules = {
  field: 'importfile',
  extensions: ['.json', '.zip'],
  maxBytes: 512 * 1024 * 1024,
  messages: {
    missing: 'Please select a database file to import.',
    unsupported: 'Unsupported file. Please try any of the following formats: .json,.zip',
  },
};

/** The preference `respond-async` in a `Prefer` header (RFC 7240, 4.1): the client wants a response before the import ends. */
const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:[,;]|$)/i;

/** Imports an export of Ghost or Almanac: before the response, or in the background after it. */
@Controller({ path: 'admin/db', version: [...apiVersions] })
export class ImportsController {
  constructor(
    private readonly contents: ImportExportService,
    private readonly imports: SiteImports,
    private readonly background: BackgroundImports,
    private readonly runs: ImportRunsService,
  ) {}

  @Post()
  @HttpCode(200)
  async import(
    @CurrentActor() actor: Actor,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const options = optionsFrom(query);
    this.contents.assertMayImport(actor, options);
    if (RESPOND_ASYNC.test(String(request.headers.prefer ?? ''))) {
      return this.importLater(actor, request, reply, options);
    }
    const release = this.imports.reserve();
    try {
      const { file: result } = await receiveUpload(request, rules, (file) => this.imports.run(actor, file, options));
      invalidateCache(reply);
      return { db: [], problems: result.problems.map((problem) => ({ ...problem })), report: { ...result.report } };
    } finally {
      release();
    }
  }

  @Get('imports/:id')
  async read(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<JsonObject> {
    return { imports: [{ ...(await this.runs.find(actor, id)) }] };
  }

  private async importLater(
    actor: Actor,
    request: FastifyRequest,
    reply: FastifyReply,
    options: ImportOptions,
  ): Promise<JsonObject> {
    const release = this.imports.reserve();
    const kept: KeptUpload[] = [];
    try {
      const { file: upload } = await receiveUpload(request, rules, async (file) => {
        const upload = await this.background.keep(file);
        kept.push(upload);
        return upload;
      });
      const state = await this.background.start(actor, upload, { ...options, release });
      const [path = ''] = request.url.split('?');
      void reply
        .status(202)
        .header('location', `${path.replace(/\/?$/, '/')}imports/${state.id}/`)
        .header('preference-applied', 'respond-async');
      return { imports: [{ ...state }] };
    } catch (error) {
      await Promise.all(kept.map((upload) => upload.remove()));
      release();
      throw error;
    }
  }
}

/** @throws ValidationError for an invalid `site_url` */
function optionsFrom({ keep_staff_access: keeps, site_url: siteUrl }: Record<string, unknown>): ImportOptions {
  return {
    keepsStaffAccess: keeps === 'true',
    formerSiteUrl: siteUrl === undefined ? undefined : formerSiteUrlFrom(String(siteUrl)),
  };
}
