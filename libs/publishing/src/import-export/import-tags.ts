import { Tag } from '@almanac/entities';
import { slugFor } from '@almanac/rendering';
import { exportedFields, tagDefinition } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';
import type { WriteScope } from '../write-scope';
import { idIn, type ImportedRecord, type ImportedTables, instantIn, shortTextIn } from './imported-row';
import type { ImportLog } from './import-log';
import type { IdMap } from './import-staff';
import { importedValues } from './imported-values';
import { insertRows } from './insert-rows';

/** Adds the tags of the file. A tag with the id or slug of a stored tag is that tag. */
export async function importTags(
  { manager, settings }: WriteScope,
  tables: ImportedTables,
  log: ImportLog,
): Promise<IdMap> {
  const ids: IdMap = new Map();
  for await (const rows of tables.rows('tags')) {
    const known = await knownTags(manager, rows);
    const added: Partial<Tag>[] = [];
    for (const row of rows) {
      const tag = identityOf(row);
      if (tag === undefined) {
        log.note('tags', row, 'The tag has no id or no name.');
        continue;
      }
      const same = known.ids.has(tag.id) ? tag.id : known.bySlug.get(tag.slug);
      ids.set(tag.id, same ?? tag.id);
      if (same !== undefined) log.note('tags', row, 'The tag is here already.');
      else added.push(tagFrom(row, tag, settings.siteUrl));
      known.bySlug.set(tag.slug, same ?? tag.id);
      known.ids.add(tag.id);
    }
    await insertRows(manager, Tag, added);
  }
  return ids;
}

interface TagIdentity {
  id: string;
  name: string;
  slug: string;
}

function identityOf(row: ImportedRecord): TagIdentity | undefined {
  const id = idIn(row);
  const name = shortTextIn(row, 'name', 191);
  if (id === undefined || name === null) return undefined;
  return { id, name, slug: shortTextIn(row, 'slug', 191) ?? slugFor('tag', name) };
}

/** The stored tags with an id or slug of these rows. */
async function knownTags(manager: EntityManager, rows: readonly ImportedRecord[]) {
  const identities = rows.flatMap((row) => identityOf(row) ?? []);
  const known: { id: string; slug: string }[] = await manager.query(
    'select id, slug from publishing.tags where id = any($1) or slug = any($2)',
    [identities.map(({ id }) => id), identities.map(({ slug }) => slug)],
  );
  return { ids: new Set(known.map(({ id }) => id)), bySlug: new Map(known.map(({ id, slug }) => [slug, id])) };
}

const copiedFields = exportedFields(tagDefinition);

function tagFrom(row: ImportedRecord, identity: TagIdentity, siteUrl: string): Partial<Tag> {
  const isInternal = identity.name.startsWith('#') || row.visibility === 'internal';
  return {
    ...importedValues<Tag>(copiedFields, row, siteUrl),
    ...identity,
    parentId: idIn(row, 'parent_id') ?? null,
    visibility: isInternal ? 'internal' : 'public',
    createdAt: instantIn(row, 'created_at') ?? new Date(0),
  };
}
