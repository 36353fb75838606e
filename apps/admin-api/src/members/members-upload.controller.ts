import { type ApiContract, Contract, from, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, type MemberRow, MembersService } from '@almanac/publishing';
import type { QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CurrentActor } from '../authentication/actor.decorator';
import { ResourceResponses } from '../resources/resource-responses';
import { receiveUpload } from '../uploads/receive-upload';
import type { ReceivedUpload } from '../uploads/upload';
import { columnTitlesOfMapping } from './csv-columns';
import { assertNoFilterOrSearch, csvDownload, csvUploadRules } from './csv-files';
import { importLabelView } from './import-label-view';
import { membersFromCsv } from './members-from-csv';
import { UnusedColumns } from './unused-columns';

type FieldList = ReceivedUpload<void>['fieldList'];

/** Higher than the default: the form has a field for each mapped column and for each label. */
const MAX_FIELDS = 200;
const rules = { ...csvUploadRules, maxFields: MAX_FIELDS };

/** Exports and imports members as CSV, under the path of Ghost 5. An import is a form with the fields of Ghost 5. */
@Controller({ path: 'admin/members/upload', version: from('v5') })
export class MembersUploadController {
  constructor(
    private readonly members: MembersService,
    private readonly responses: ResourceResponses,
    private readonly clock: Clock,
  ) {}

  @Get()
  async export(
    @CurrentActor() actor: Actor,
    @Contract() { behaviour: { hasField } }: ApiContract,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    assertNoFilterOrSearch(query);
    return csvDownload(reply, this.clock.now(), await this.members.export(actor, { hasField }));
  }

  /** The file is stored until the form is complete, because the fields for columns and labels may follow the file. */
  @Post()
  @HttpCode(201)
  async import(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Req() request: FastifyRequest,
  ): Promise<JsonObject> {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-members-'));
    try {
      const path = join(folder, 'members.csv');
      const { fieldList } = await receiveUpload(request, rules, ({ stream }) =>
        pipeline(stream, createWriteStream(path, { mode: 0o600 })),
      );
      return await this.importFile(actor, contract, { path, fieldList });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async importFile(
    actor: Actor,
    contract: ApiContract,
    { path, fieldList }: { path: string; fieldList: FieldList },
  ): Promise<JsonObject> {
    const file = createReadStream(path);
    try {
      const unused = new UnusedColumns();
      const rows = membersFromCsv(file, columnTitlesOfMapping(fieldList), unused);
      const report = await this.members.import(actor, withLabels(rows, labelsOf(fieldList)), { addsImportLabel: true });
      const { imported, duplicates, invalid, invalidCount, label } = report;
      const stats = { imported, duplicates, invalid: invalid.map(({ line, reason }) => ({ line, error: reason })) };
      return {
        meta: {
          originalImportSize: imported + duplicates + invalidCount,
          stats,
          import_label: importLabelView(label, this.responses.renderContext(contract)),
          columns_left_out: unused.withValues,
        },
      };
    } finally {
      // The stream closes itself only at the end of the file, which an import that fails may not reach.
      file.destroy();
    }
  }
}

/** The names of labels in the form fields `labels` and `labels[]`. */
function labelsOf(fields: FieldList): string[] {
  const names = fields.flatMap(([name, value]) => (/^labels(\[\])?$/.test(name) ? [value.trim()] : []));
  return names.filter((name) => name !== '');
}

/** Adds the labels to each valid row. A row with a `reason` is not valid. */
async function* withLabels(rows: AsyncIterable<MemberRow[]>, labels: readonly string[]): AsyncGenerator<MemberRow[]> {
  for await (const chunk of rows) {
    yield chunk.map((row) => ('reason' in row ? row : { ...row, labels: [...new Set([...row.labels, ...labels])] }));
  }
}
