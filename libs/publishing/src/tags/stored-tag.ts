import { createObjectId, Tag } from '@almanac/entities';
import { InternalServerError } from '@almanac/errors';
import { defaultsOf, type RowOf, tagDefinition, writableFields } from '@almanac/resource-fields';
import type { TagInput } from '@almanac/validation';
import { assertColumns } from '../columns/assert-columns';
import { validName } from '../columns/valid-name';
import { toStoredValues } from '../columns/stored-values';
import { databaseTime } from '../database-time';
import { freeSlugs } from '../slugs/free-slug';
import type { WriteScope } from '../write-scope';
import { tagColumnRules } from './tag-column-rules';

/** A tag. The site has a page for it if `hasPublishedPosts` is true and the tag is not internal. */
export type TagRecord = RowOf<typeof tagDefinition> & { hasPublishedPosts: boolean };

/**
 * The visibility to store: a tag is internal if its name begins with `#`, or if the input requests it.
 * @param requested the visibility in the input
 */
export function visibilityOf(name: string, requested: string | undefined): Tag['visibility'] {
  return name.startsWith('#') || requested === 'internal' ? 'internal' : 'public';
}

/** Fields that are not copied from an input: their stored values are computed. */
const fieldsWithRules: ReadonlySet<string> = new Set<keyof TagInput>(['name', 'slug', 'visibility']);
const copiedFields = writableFields(tagDefinition).filter(({ name }) => !fieldsWithRules.has(name));

/** The values of the columns that an input sets, except name, slug and visibility. */
export function tagColumnsFrom({ slug: _slug, ...input }: TagInput, siteUrl: string): Partial<Tag> {
  return toStoredValues<Partial<Tag>>(copiedFields, input, siteUrl);
}

/** Inserts one tag. @throws ValidationError for an invalid value */
export async function insertTag(scope: WriteScope, input: TagInput): Promise<TagRecord> {
  const [tag] = await insertTags(scope, [input]);
  if (!tag) throw new InternalServerError('No tag was written.');
  return tag;
}

/** Inserts tags. The number of statements does not depend on the number of tags. @throws ValidationError for an invalid value */
export async function insertTags({ manager, settings }: WriteScope, inputs: readonly TagInput[]): Promise<TagRecord[]> {
  if (inputs.length === 0) return [];
  const names = inputs.map(({ name }) => validName('tags', name));
  for (const input of inputs) assertColumns<TagInput>('tags', input, tagColumnRules);
  const now = await databaseTime(manager);
  const slugs = await freeSlugs(
    manager,
    'tag',
    inputs.map(({ slug }, index) => slug || (names[index] ?? '')),
  );
  const rows = inputs.map((input, index) => {
    const name = names[index] ?? '';
    return {
      ...defaultsOf(tagDefinition),
      id: createObjectId(),
      name,
      slug: slugs[index] ?? '',
      visibility: visibilityOf(name, input.visibility),
      createdAt: now,
      updatedAt: now,
      ...tagColumnsFrom(input, settings.siteUrl),
    };
  });
  await manager.insert(Tag, rows);
  return rows.map((row) => ({ ...row, hasPublishedPosts: false }));
}
