import { from, type JsonObject, utcSeconds, utcSecondsOrNull } from '@almanac/api-versions';
import type { DatedRow, DatedRows, QueryParameters } from '@almanac/resource-queries';
import { Controller, Get, Query } from '@nestjs/common';
import { filterOf, parseDatedLimit, parseSpan } from './dated-query';
import { DatedReader } from './dated-reader';

/** Posts and pages by the dates of their publication, unpublication and mail, for a calendar. */
@Controller({ path: 'admin/dated', version: from('canary') })
export class DatedController {
  constructor(private readonly dated: DatedReader) {}

  @Get()
  async browse(@Query() query: QueryParameters): Promise<JsonObject> {
    const span = parseSpan(query);
    const limit = parseDatedLimit(query);
    const found = await this.dated.readSpan(span, { filter: filterOf(query), limit });
    return bodyOf(found, { from: span.from.toISOString(), to: span.to.toISOString(), limit });
  }

  /** Posts and pages whose publication or unpublication is overdue. */
  @Get('overdue')
  async overdue(@Query() query: QueryParameters): Promise<JsonObject> {
    const limit = parseDatedLimit(query);
    return bodyOf(await this.dated.readOverdue({ filter: filterOf(query), limit }), { limit });
  }
}

function bodyOf({ rows, isComplete }: DatedRows, meta: JsonObject): JsonObject {
  return { dated: rows.map(itemOf), meta: { ...meta, is_complete: isComplete } };
}

function itemOf({
  id,
  type,
  event,
  at,
  title,
  status,
  slug,
  visibility,
  emailStatus,
  authors,
  tags,
  updatedAt,
}: DatedRow): JsonObject {
  return {
    id,
    type,
    event,
    at: utcSeconds(at),
    title,
    status,
    slug,
    visibility,
    email_status: emailStatus,
    authors: authors.map((author) => ({ id: author.id, name: author.name })),
    tags: tags.map((tag) => ({ id: tag.id, name: tag.name, slug: tag.slug })),
    updated_at: utcSecondsOrNull(updatedAt) ?? null,
  };
}
