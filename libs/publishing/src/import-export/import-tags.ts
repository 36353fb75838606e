import { Tag } from '@almanac/entities';
import { slugFor, toRelativeUrl } from '@almanac/rendering';
import type { WriteScope } from '../write-scope';
import { idIn, type ImportedRecord, type ImportedTables, instantIn, shortTextIn, textIn } from './imported-row';
import type { ImportReport } from './import-report';
import type { IdMap } from './import-staff';

/** Adds the tags of the file; one whose id or slug is here already is that tag. */
export async function importTags(
  { manager, settings }: WriteScope,
  { tags = [] }: ImportedTables,
  report: ImportReport,
): Promise<IdMap> {
  const known = await manager.find(Tag, { select: { id: true, slug: true } });
  const bySlug = new Map(known.map(({ id, slug }) => [slug, id]));
  const taken = new Set(known.map(({ id }) => id));
  const ids: IdMap = new Map();
  const added: Partial<Tag>[] = [];
  for (const row of tags) {
    const id = idIn(row);
    const name = shortTextIn(row, 'name', 191);
    if (id === undefined || name === null) {
      report.note('Tag', row, 'The tag has no id or no name.');
      continue;
    }
    const slug = textIn(row, 'slug') ?? slugFor('tag', name);
    const same = taken.has(id) ? id : bySlug.get(slug);
    ids.set(id, same ?? id);
    if (same !== undefined) report.note('Tag', row, 'The tag is here already.');
    else added.push(tagFrom(row, { id, name, slug }, settings.siteUrl));
    bySlug.set(slug, same ?? id);
    taken.add(id);
  }
  for (let at = 0; at < added.length; at += 500) await manager.insert(Tag, added.slice(at, at + 500));
  return ids;
}

function tagFrom(
  row: ImportedRecord,
  identity: { id: string; name: string; slug: string },
  siteUrl: string,
): Partial<Tag> {
  const featureImage = shortTextIn(row, 'feature_image', 2000);
  const isInternal = identity.name.startsWith('#') || row.visibility === 'internal';
  return {
    ...identity,
    description: shortTextIn(row, 'description', 500),
    featureImage: featureImage === null ? null : toRelativeUrl(featureImage, siteUrl),
    parentId: idIn(row, 'parent_id') ?? null,
    visibility: isInternal ? 'internal' : 'public',
    metaTitle: shortTextIn(row, 'meta_title', 300),
    metaDescription: shortTextIn(row, 'meta_description', 500),
    createdAt: instantIn(row, 'created_at') ?? new Date(0),
    updatedAt: instantIn(row, 'updated_at'),
  };
}
