import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, ImportExportService, SettingsService } from '@almanac/publishing';
import { slugFor } from '@almanac/rendering';
import { ContentDisk } from '@almanac/storage';
import { Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';

/** Exports the site as one JSON file in Ghost's format, stores the same export as a backup, and deletes all posts, pages and tags. */
@Controller({ path: 'admin/db', version: [...apiVersions] })
export class DbController {
  constructor(
    private readonly importExport: ImportExportService,
    private readonly settings: SettingsService,
    private readonly disk: ContentDisk,
    private readonly clock: Clock,
  ) {}

  @Get()
  async export(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const chunks = this.importExport.export(actor, {
      hasPostsMetaTable: contract.behaviour.hasPostsMetaTable,
      hasField: contract.behaviour.hasField,
      withPasswordHashes: query.password_hashes === 'true',
    });
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `Attachment; filename="${await this.filename()}"`);
    return Readable.from(chunks);
  }

  @Delete()
  @HttpCode(204)
  async delete(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.importExport.deleteAll(actor);
    invalidateCache(reply);
  }

  /** Stores an export without password hashes in the folder `data` of the file storage. No URL serves this folder. */
  @Post('backup')
  @HttpCode(200)
  async backup(@CurrentActor() actor: Actor, @Contract() contract: ApiContract): Promise<JsonObject> {
    const { hasPostsMetaTable, hasField } = contract.behaviour;
    const chunks = this.importExport.export(actor, { hasPostsMetaTable, hasField, withPasswordHashes: false });
    const filename = `data/${await this.filename()}`;
    await this.disk.putStream(filename, Readable.from(chunks), 'application/json');
    return { db: [{ filename }] };
  }

  private async filename(): Promise<string> {
    const title = slugFor('post', await this.settings.siteTitle());
    const time = this.clock.now().toISOString().slice(0, 19).replace(/[T:]/g, '-');
    return `${title}.ghost.${time}.json`;
  }
}
