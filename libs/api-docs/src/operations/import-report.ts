import {
  closedObject,
  integerOrNullSchema,
  type JsonSchema,
  listOf,
  stringOrNullSchema,
  stringSchema,
} from '@almanac/api-versions';

const countSchema: JsonSchema = { type: 'integer', minimum: 0 };
const objectOrNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: ['object', 'null'] });

// The parts of `ImportReport` of libs/publishing, which explains each key.
const table = closedObject({
  table: stringSchema,
  read: countSchema,
  stored: countSchema,
  present: countSchema,
  left_out: listOf(closedObject({ reason: stringSchema, rows: countSchema })),
});
const field = closedObject({ table: stringSchema, field: stringSchema, reason: stringSchema, values: countSchema });
const change = closedObject({ change: stringSchema, id: stringOrNullSchema, slug: stringSchema, detail: stringSchema });

/** The schema of the report of an import: `ImportReport` of libs/publishing. */
const report = closedObject({
  file: closedObject({ version: stringOrNullSchema, newest_known: stringSchema }),
  warnings: listOf(stringSchema),
  tables: listOf(table),
  fields: listOf(field),
  posts: closedObject({
    counts: listOf(closedObject({ change: stringSchema, posts: countSchema })),
    changes: listOf(change),
  }),
  failed: countSchema,
});

const problems = listOf(closedObject({ message: stringSchema, help: stringSchema, context: stringSchema }));

/** The schema of the state of an import that runs after the response to its request: `ImportState` of libs/publishing. */
export const importState: JsonSchema = closedObject({
  id: stringSchema,
  status: { type: 'string', enum: ['running', 'finished', 'failed'] },
  filename: stringSchema,
  progress: objectOrNull(
    closedObject({ step: stringSchema, rows: countSchema, total: integerOrNullSchema, bytes: integerOrNullSchema }),
  ),
  error: objectOrNull(
    closedObject({ message: stringSchema, type: stringSchema, context: stringOrNullSchema, help: stringOrNullSchema }),
  ),
  problems,
  report: objectOrNull(report),
  created_at: stringSchema,
  finished_at: stringOrNullSchema,
});

/** The schema of the response to an import: `db`, which is always empty, and the problems by row, both as in Ghost; and the report. */
export const importResult: JsonSchema = closedObject({
  db: listOf({ type: 'object' }),
  problems,
  report,
});
