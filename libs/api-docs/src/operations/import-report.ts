import { type JsonSchema, listOf, text } from '@almanac/api-versions';
import { closed } from './operation';

const count: JsonSchema = { type: 'integer', minimum: 0 };
const textOrNull: JsonSchema = { type: ['string', 'null'] };

const table = closed({
  table: text,
  read: count,
  stored: count,
  present: count,
  left_out: listOf(closed({ reason: text, rows: count })),
});
const field = closed({ table: text, field: text, reason: text, values: count });
const change = closed({ change: text, id: textOrNull, slug: text, detail: text });

/** The report of an import: `ImportReport` of the publishing library. */
const report = closed({
  file: closed({ version: textOrNull, newest_known: text }),
  warnings: listOf(text),
  tables: listOf(table),
  fields: listOf(field),
  posts: closed({ counts: listOf(closed({ change: text, posts: count })), changes: listOf(change) }),
  failed: count,
});

/** The response of an import: the problems by row, as in Ghost, and the report. */
export const importResult: JsonSchema = closed({
  db: listOf({ type: 'object' }),
  problems: listOf(closed({ message: text, help: text, context: text })),
  report,
});
