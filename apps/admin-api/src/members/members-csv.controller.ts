import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, MembersService } from '@almanac/publishing';
import { adminMembersResource, parseBrowseQuery, type QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { CurrentActor } from '../authentication/actor.decorator';
import { receiveUpload } from '../uploads/receive-upload';
import type { UploadRules } from '../uploads/upload';
import { membersFromCsv } from './members-from-csv';

const rules: UploadRules = {
  field: 'membersfile',
  extensions: ['.csv'],
  maxBytes: 1024 * 1024 * 1024,
  messages: { missing: 'An error occurred', unsupported: 'An error occurred' },
};

/** Exports and imports members as CSV; both stream. */
@Controller({ path: 'admin/members/csv', version: from('v3') })
export class MembersCsvController {
  constructor(
    private readonly members: MembersService,
    private readonly clock: Clock,
  ) {}

  @Get()
  async export(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const { limit } = parseBrowseQuery({ limit: query.limit ?? 'all' }, adminMembersResource);
    const { hasField } = contract.behaviour;
    const lines = await this.members.export(actor, { hasField, ...(limit !== 'all' && { limit }) });
    const day = this.clock.now().toISOString().slice(0, 10);
    void reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `Attachment; filename="members.${day}.csv"`);
    return Readable.from(lines);
  }

  @Post()
  @HttpCode(201)
  async import(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<JsonObject> {
    const { file: report } = await receiveUpload(request, rules, ({ stream }) =>
      this.members.import(actor, membersFromCsv(stream)),
    );
    const { imported, duplicates, invalid, invalidRows } = report;
    const stats = { imported, duplicates, invalid: invalidRows };
    return { meta: { stats, ...(invalid.length > 0 && { invalid: invalid.map((row) => ({ ...row })) }) } };
  }
}
