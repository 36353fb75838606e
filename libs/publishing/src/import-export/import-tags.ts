import { Tag } from '@almanac/entities';
import { slugFor } from '@almanac/rendering';
import { exportedFields, tagDefinition } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';
import { withFreeIds } from './with-free-ids';
import type { ImportLog } from './import-log';
import {
  fileIdIn,
  flagIn,
  type ImportedRecord,
  type ImportedTables,
  instantIn,
  objectIdIn,
  shortTextIn,
} from './imported-row';
import { importedValues, logUnknownColumns, type ValueReader } from './imported-values';
import { createdAtIn, type ImportScope } from './import-scope';
import { insertOrIgnore } from './insert-or-ignore';
import { rowsOf } from './read-rows';
import { raiseRevisionsOfReusedIds } from './raise-revisions';

/** Ids of rows on the site by their ids in the file. */
export type IdMap = Map<string, string>;

const copiedFields = exportedFields(tagDefinition);
const knownColumns: ReadonlySet<string> = new Set([...copiedFields.map(({ column }) => column), 'hidden']);
const MAX_NAME_LENGTH = 191;
const NO_NAME = 'The tag has no name and no slug.';

/** A tag of the file that the site did not have when the batch was read. */
interface NewTag {
  /** The id in the file, if it is an ObjectID. */
  id: string | undefined;
  identity: TagIdentity;
  row: ImportedRecord;
}

interface TagIdentity {
  name: string;
  slug: string;
}

/**
 * Adds the tags of the file. If a stored tag has the same slug, or the same id and creation time, it is used instead.
 * @returns the ids of the tags on the site, by their ids in the file
 */
export async function importTags(
  { manager, settings, now }: ImportScope,
  tables: ImportedTables,
  log: ImportLog,
): Promise<IdMap> {
  const ids: IdMap = new Map();
  /** The ids of stored tags, each with the id that its parent has in the file. */
  const parents: [childId: string, parentFileId: string][] = [];
  const reader: ValueReader = { siteUrl: settings.siteUrl, table: 'tags', log };
  for await (const rows of rowsOf(tables, 'tags', settings.siteUrl)) {
    const known = await readKnownTags(manager, rows);
    const added = new Map<string, NewTag>();
    for (const row of rows) {
      logUnknownColumns(row, knownColumns, reader);
      const identity = identityOf(row);
      if (identity === undefined) log.addFailedRow('tags', row, NO_NAME);
      else if (idOf(row, known) !== undefined || added.has(identity.slug)) log.countPresent('tags', row);
      else added.set(identity.slug, { id: objectIdIn(row), identity, row });
    }
    const tags = await withFreeIds(manager, 'tags', [...added.values()]);
    await insertTags(manager, tags, { now, reader });
    // A concurrent request may have added a tag with the same slug after the first read. Then the insert ignored the row.
    const stored = await readKnownTags(manager, rows);
    for (const { id, identity, row } of tags) {
      if (stored.bySlug.get(identity.slug) !== id) {
        log.countPresent('tags', row);
        continue;
      }
      log.countStored('tags');
      const parent = fileIdIn(row, 'parent_id');
      if (parent !== undefined) parents.push([id, parent]);
    }
    for (const row of rows) mapId(ids, row, stored);
  }
  await setParents(manager, parents, ids);
  return ids;
}

async function insertTags(
  manager: EntityManager,
  tags: readonly (NewTag & { id: string })[],
  { now, reader }: { now: Date; reader: ValueReader },
): Promise<void> {
  const rows = tags.map(({ id, identity, row }) =>
    tagFrom(row, { id, ...identity, createdAt: createdAtIn(row, now) }, reader),
  );
  await insertOrIgnore(manager, Tag, rows);
  // The ids are those of the file. Outbox events of a deleted tag with such an id can have higher revisions.
  await raiseRevisionsOfReusedIds(
    manager,
    'tags',
    tags.map(({ id }) => id),
  );
}

/** The tags of the site that have the slug or id of a row. */
interface KnownTags {
  /** Ids by slug. */
  bySlug: Map<string, string>;
  /** Creation times in milliseconds, by id. */
  createdAt: Map<string, number>;
}

/** Adds the stored tag of a row to `ids`. */
function mapId(ids: IdMap, row: ImportedRecord, known: KnownTags): void {
  const fileId = fileIdIn(row);
  const id = idOf(row, known);
  if (fileId !== undefined && id !== undefined && !ids.has(fileId)) ids.set(fileId, id);
}

/**
 * The id of the stored tag that a row stands for: the tag with its slug, else the tag with its id and creation time. The second case is
 * a tag of an earlier import whose slug was changed later.
 */
function idOf(row: ImportedRecord, { bySlug, createdAt }: KnownTags): string | undefined {
  const sameSlugId = bySlug.get(identityOf(row)?.slug ?? '');
  const id = objectIdIn(row);
  const storedCreatedAt = id === undefined ? undefined : createdAt.get(id);
  const wasImported = storedCreatedAt !== undefined && storedCreatedAt === instantIn(row, 'created_at')?.getTime();
  return sameSlugId ?? (wasImported ? id : undefined);
}

function identityOf(row: ImportedRecord): TagIdentity | undefined {
  const given = shortTextIn(row, 'slug', MAX_NAME_LENGTH);
  const name = shortTextIn(row, 'name', MAX_NAME_LENGTH) ?? given;
  return name === null ? undefined : { name, slug: given ?? slugFor('tag', name) };
}

async function readKnownTags(manager: EntityManager, rows: readonly ImportedRecord[]): Promise<KnownTags> {
  const slugs = rows.flatMap((row) => identityOf(row)?.slug ?? []);
  const ids = rows.flatMap((row) => objectIdIn(row) ?? []);
  const stored: { id: string; slug: string; created_at: Date }[] = await manager.query(
    'select id, slug, created_at from publishing.tags where slug = any($1) or id = any($2)',
    [slugs, ids],
  );
  return {
    bySlug: new Map(stored.map(({ id, slug }) => [slug, id])),
    createdAt: new Map(stored.map(({ id, created_at: createdAt }) => [id, createdAt.getTime()])),
  };
}

function tagFrom(
  row: ImportedRecord,
  identity: TagIdentity & { id: string; createdAt: Date },
  reader: ValueReader,
): Partial<Tag> {
  const isInternal = identity.name.startsWith('#') || row.visibility === 'internal' || flagIn(row, 'hidden');
  return {
    ...importedValues<Tag>(copiedFields, row, reader),
    ...identity,
    parentId: null,
    visibility: isInternal ? 'internal' : 'public',
  };
}

/** A parent may follow its child in the file, so parents are set when all tags are stored. */
async function setParents(manager: EntityManager, parents: readonly [string, string][], ids: IdMap): Promise<void> {
  const known = parents.flatMap(([child, parent]) => {
    const id = ids.get(parent);
    return id === undefined ? [] : [{ child, id }];
  });
  if (known.length === 0) return;
  await manager.query(
    `update publishing.tags t set parent_id = p.parent
     from unnest($1::text[], $2::text[]) as p (child, parent) where t.id = p.child`,
    [known.map(({ child }) => child), known.map(({ id }) => id)],
  );
}
