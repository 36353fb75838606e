import { apiVersions, type JsonObject } from '@almanac/api-versions';
import {
  type Actor,
  ImportExportService,
  type ImportOptions,
  type ImportResult,
  ImportRunsService,
  type ImportState,
  oldSiteUrlFrom,
} from '@almanac/publishing';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { receiveUpload } from '../uploads/receive-upload';
import type { UploadRules } from '../uploads/upload';
import { BackgroundImports } from './background-imports';
import { type TemporaryUpload, TemporaryUploads } from './temporary-uploads';
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

/** Imports an export of Ghost or Almanac. With `Prefer: respond-async`, the response is sent before the import ends. */
@Controller({ path: 'admin/db', version: [...apiVersions] })
export class ImportsController {
  constructor(
    private readonly importExport: ImportExportService,
    private readonly imports: SiteImports,
    private readonly background: BackgroundImports,
    private readonly uploads: TemporaryUploads,
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
    this.importExport.assertMayImport(actor, options);
    if (RESPOND_ASYNC.test(String(request.headers.prefer ?? ''))) {
      return this.importInBackground(actor, request, reply, options);
    }
    const release = this.imports.reserve();
    try {
      const result = await this.importNow(actor, await this.storeUpload(request), options);
      invalidateCache(reply);
      return { db: [], problems: result.problems.map((problem) => ({ ...problem })), report: { ...result.report } };
    } finally {
      release();
    }
  }

  @Get('imports/:id')
  async read(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<JsonObject> {
    return { imports: [{ ...(await this.runs.getById(actor, id)) }] };
  }

  private async importInBackground(
    actor: Actor,
    request: FastifyRequest,
    reply: FastifyReply,
    options: ImportOptions,
  ): Promise<JsonObject> {
    const release = this.imports.reserve();
    try {
      const state = await this.startImport(actor, await this.storeUpload(request), { ...options, release });
      const [path = ''] = request.originalUrl.split('?');
      void reply
        .status(202)
        .header('location', `${path.replace(/\/?$/, '/')}imports/${state.id}/`)
        .header('preference-applied', 'respond-async');
      return { imports: [{ ...state }] };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Stores the uploaded file, so that the import starts only after the whole form was read. A form with a further file or a malformed
   * part must not import anything.
   */
  private async storeUpload(request: FastifyRequest): Promise<TemporaryUpload> {
    const stored: TemporaryUpload[] = [];
    try {
      const { file } = await receiveUpload(request, rules, async (incoming) => {
        const upload = await this.uploads.store(incoming);
        stored.push(upload);
        return upload;
      });
      return file;
    } catch (error) {
      await Promise.all(stored.map((upload) => this.uploads.discard(upload)));
      throw error;
    }
  }

  private async importNow(actor: Actor, upload: TemporaryUpload, options: ImportOptions): Promise<ImportResult> {
    try {
      return await this.imports.run(actor, upload, options);
    } finally {
      await this.uploads.discard(upload);
    }
  }

  private async startImport(
    actor: Actor,
    upload: TemporaryUpload,
    options: ImportOptions & { release: () => void },
  ): Promise<ImportState> {
    try {
      return await this.background.start(actor, upload, options);
    } catch (error) {
      await this.uploads.discard(upload);
      throw error;
    }
  }
}

/** @throws ValidationError for an invalid `site_url` */
function optionsFrom(query: Record<string, unknown>): ImportOptions {
  const { keep_staff_access: keepStaffAccess, site_url: siteUrl } = query;
  return {
    keepsStaffAccess: keepStaffAccess === 'true',
    oldSiteUrl: siteUrl === undefined ? undefined : oldSiteUrlFrom(String(siteUrl)),
  };
}
