import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, MembersService } from '@almanac/publishing';
import { adminMembersResource, parseBrowseQuery, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { CurrentActor } from '../authentication/actor.decorator';
import { ResourceResponses } from '../resources/resource-responses';
import { receiveUpload } from '../uploads/receive-upload';
import { columnTitlesOf } from './csv-columns';
import { assertNoFilterOrSearch, csvDownload, csvUploadRules as rules } from './csv-files';
import { importLabelView } from './import-label-view';
import { membersFromCsv } from './members-from-csv';
import { UnusedColumns } from './unused-columns';

/** Exports and imports members as CSV. The files are streamed, so that they are never in memory as a whole. */
@Controller({ path: 'admin/members/csv', version: from('v3') })
export class MembersCsvController {
  constructor(
    private readonly members: MembersService,
    private readonly responses: ResourceResponses,
    private readonly clock: Clock,
  ) {}

  @Get()
  async export(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    assertNoFilterOrSearch(query);
    const { limit } = parseBrowseQuery({ limit: query.limit ?? 'all' }, adminMembersResource);
    const { hasField } = contract.behaviour;
    const lines = await this.members.export(actor, { hasField, ...(limit !== 'all' && { limit }) });
    return csvDownload(reply, this.clock.now(), lines);
  }

  @Post()
  @HttpCode(201)
  async import(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    const titles = columnTitlesOf(query);
    const addsImportLabel = contract.behaviour.addsImportLabel;
    const unused = new UnusedColumns();
    const { file: report } = await receiveUpload(request, rules, ({ stream }) =>
      this.members.import(actor, membersFromCsv(stream, titles, unused), { addsImportLabel }),
    );
    const { imported, duplicates, invalid, invalidCount, label } = report;
    const stats = { imported, duplicates, invalid: invalidCount };
    return {
      meta: {
        stats,
        ...(addsImportLabel && {
          import_label: importLabelView(label, this.responses.renderContext(contract)),
          columns_left_out: unused.withValues,
        }),
        ...(invalid.length > 0 && { invalid: invalid.map((row) => ({ ...row })) }),
      },
    };
  }
}
