import { type JsonSchema, listOf, text } from '@almanac/api-versions';
import { closed } from './operation';

const count: JsonSchema = { type: 'integer', minimum: 0 };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const countOrNull: JsonSchema = { type: ['integer', 'null'] };
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: ['object', 'null'] });

const table = closed({
  table: text,
  read: count,
  stored: count,
  present: count,
  left_out: listOf(closed({ reason: text, rows: count })),
});
const field = closed({ table: text, field: text, reason: text, values: count });
const change = closed({ change: text, id: textOrNull, slug: text, detail: text });

/** The report of an import: `ImportReport` of libs/publishing. */
const report = closed({
  file: closed({ version: textOrNull, newest_known: text }),
  warnings: listOf(text),
  tables: listOf(table),
  fields: listOf(field),
  posts: closed({ counts: listOf(closed({ change: text, posts: count })), changes: listOf(change) }),
  failed: count,
});

const problems = listOf(closed({ message: text, help: text, context: text }));

/** The state of an import that runs after the response to its request: `ImportState` of libs/publishing. */
export const importState: JsonSchema = closed({
  id: text,
  status: { type: 'string', enum: ['running', 'finished', 'failed'] },
  filename: text,
  progress: orNull(closed({ step: text, rows: count, total: countOrNull, bytes: countOrNull })),
  error: orNull(closed({ message: text, type: text, context: textOrNull, help: textOrNull })),
  problems,
  report: orNull(report),
  created_at: text,
  finished_at: textOrNull,
});

/** The response of an import: the problems by row, as in Ghost, and the report. */
export const importResult: JsonSchema = closed({
  db: listOf({ type: 'object' }),
  problems,
  report,
});
