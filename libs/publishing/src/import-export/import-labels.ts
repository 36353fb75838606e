import { Label } from '@almanac/entities';
import { slugFor } from '@almanac/rendering';
import { exportedFields, labelDefinition } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';
import { lowerCase } from '../lower-case';
import { freeSlugs } from '../slugs/free-slug';
import { withFreeIds } from './with-free-ids';
import type { ImportLog } from './import-log';
import type { IdMap } from './import-tags';
import { fileIdIn, type ImportedRecord, type ImportedTables, instantIn, objectIdIn, shortTextIn } from './imported-row';
import { logUnknownColumns } from './imported-values';
import { createdAtIn, type ImportScope } from './import-scope';
import { insertOrIgnore } from './insert-or-ignore';
import { rowsOf } from './read-rows';
import { raiseRevisionsOfReusedIds } from './raise-revisions';

const knownColumns: ReadonlySet<string> = new Set(exportedFields(labelDefinition).map(({ column }) => column));
const MAX_NAME_LENGTH = 191;
const NO_NAME = 'The label has no name.';

/**
 * Adds the labels of the file. If a stored label has the same name (ignoring letter case), it is used instead.
 * @returns the ids of the labels on the site, by their ids in the file
 */
export async function importLabels(scope: ImportScope, tables: ImportedTables, log: ImportLog): Promise<IdMap> {
  const { manager, settings, now } = scope;
  const ids: IdMap = new Map();
  for await (const rows of rowsOf(tables, 'labels', settings.siteUrl)) {
    const known = await storedLabels(manager, rows);
    const added = new Map<string, { id: string | undefined; row: ImportedRecord; name: string }>();
    for (const row of rows) {
      logUnknownColumns(row, knownColumns, { siteUrl: settings.siteUrl, table: 'labels', log });
      const name = nameOf(row);
      if (name === undefined) log.addFailedRow('labels', row, NO_NAME);
      else if (known.has(lowerCase(name)) || added.has(lowerCase(name))) log.countPresent('labels', row);
      else added.set(lowerCase(name), { id: objectIdIn(row), row, name });
    }
    const labels = await withFreeIds(manager, 'labels', [...added.values()]);
    await insertLabels(manager, labels, now);
    // A deleted label may have had the same id. Then outbox events with this id and the first revisions exist. The new label must not use
    // these revisions again.
    await raiseRevisionsOfReusedIds(
      manager,
      'labels',
      labels.map(({ id }) => id),
    );
    // A concurrent request may have added a label with the same name after the first read. Then the insert ignored the row.
    const stored = await storedLabels(manager, rows);
    for (const { id, name, row } of labels) {
      if (stored.get(lowerCase(name)) === id) log.countStored('labels');
      else log.countPresent('labels', row);
    }
    for (const row of rows) {
      const id = stored.get(lowerCase(nameOf(row) ?? ''));
      const fileId = fileIdIn(row);
      if (fileId !== undefined && id !== undefined) ids.set(fileId, id);
    }
  }
  return ids;
}

function nameOf(row: ImportedRecord): string | undefined {
  const name = shortTextIn(row, 'name', MAX_NAME_LENGTH) ?? shortTextIn(row, 'slug', MAX_NAME_LENGTH);
  return name?.trim() || undefined;
}

/** The ids of stored labels with a name of a row, by the name in lower case. */
async function storedLabels(manager: EntityManager, rows: readonly ImportedRecord[]): Promise<Map<string, string>> {
  const names = rows.flatMap((row) => nameOf(row) ?? []).map(lowerCase);
  const stored: { id: string; name: string }[] = await manager.query(
    'select id, lower(name) as name from publishing.labels where lower(name) = any($1)',
    [names],
  );
  return new Map(stored.map(({ id, name }) => [name, id]));
}

async function insertLabels(
  manager: EntityManager,
  labels: readonly { id: string; row: ImportedRecord; name: string }[],
  now: Date,
): Promise<void> {
  const slugs = await freeSlugs(
    manager,
    'label',
    labels.map(({ row, name }) => shortTextIn(row, 'slug', MAX_NAME_LENGTH) ?? slugFor('label', name)),
  );
  const rows = labels.map(({ id, row, name }, index) => ({
    id,
    name,
    slug: slugs[index] ?? id,
    createdAt: createdAtIn(row, now),
    updatedAt: instantIn(row, 'updated_at'),
  }));
  await insertOrIgnore(manager, Label, rows);
}
