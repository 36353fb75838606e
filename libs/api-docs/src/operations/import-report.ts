import { type JsonSchema, listOf, text } from '@almanac/api-versions';
import { closedObject, textOrNull } from './operation';

const count: JsonSchema = { type: 'integer', minimum: 0 };
const countOrNull: JsonSchema = { type: ['integer', 'null'] };
const objectOrNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: ['object', 'null'] });

// The parts of `ImportReport` of libs/publishing, which explains each key.
const table = closedObject({
  table: text,
  read: count,
  stored: count,
  present: count,
  left_out: listOf(closedObject({ reason: text, rows: count })),
});
const field = closedObject({ table: text, field: text, reason: text, values: count });
const change = closedObject({ change: text, id: textOrNull, slug: text, detail: text });

/** The schema of the report of an import: `ImportReport` of libs/publishing. */
const report = closedObject({
  file: closedObject({ version: textOrNull, newest_known: text }),
  warnings: listOf(text),
  tables: listOf(table),
  fields: listOf(field),
  posts: closedObject({ counts: listOf(closedObject({ change: text, posts: count })), changes: listOf(change) }),
  failed: count,
});

const problems = listOf(closedObject({ message: text, help: text, context: text }));

/** The schema of the state of an import that runs after the response to its request: `ImportState` of libs/publishing. */
export const importState: JsonSchema = closedObject({
  id: text,
  status: { type: 'string', enum: ['running', 'finished', 'failed'] },
  filename: text,
  progress: objectOrNull(closedObject({ step: text, rows: count, total: countOrNull, bytes: countOrNull })),
  error: objectOrNull(closedObject({ message: text, type: text, context: textOrNull, help: textOrNull })),
  problems,
  report: objectOrNull(report),
  created_at: text,
  finished_at: textOrNull,
});

/** The schema of the response to an import: `db`, which is always empty, and the problems by row, both as in Ghost; and the report. */
export const importResult: JsonSchema = closedObject({
  db: listOf({ type: 'object' }),
  problems,
  report,
});
