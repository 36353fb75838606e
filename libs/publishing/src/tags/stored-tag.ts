import { createObjectId, Tag } from '@almanac/entities';
import { InternalServerError, ValidationError } from '@almanac/errors';
import { toRelativeUrl } from '@almanac/rendering';
import type { TagInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { freeSlugs } from '../slugs/free-slug';
import type { WriteScope } from '../write-scope';

/** A tag's row, and whether the tag has a page of its own on the site. */
export type StoredTag = Omit<Tag, 'postTags'> & { hasPublishedPosts: boolean };

const MAX_NAME_LENGTH = 191;

/**
 * A tag's name as it is stored.
 * @throws ValidationError when it is blank, begins with a comma or is longer than 191 characters
 */
export function tagNameFrom(input: string | undefined): string {
  const name = input?.trim() ?? '';
  if (name === '') throw new ValidationError('Value in [tags.name] cannot be blank.', { context: 'tags.name' });
  if (name.startsWith(',')) {
    throw new ValidationError('Validation (matches) failed for name', { context: 'tags.name' });
  }
  if (name.length > MAX_NAME_LENGTH) {
    throw new ValidationError(`Value in [tags.name] exceeds maximum length of ${MAX_NAME_LENGTH} characters.`, {
      context: 'tags.name',
    });
  }
  return name;
}

/** Internal tags are named with a hash; any other may be declared one. */
export function visibilityOf(name: string, asked: string | undefined): Tag['visibility'] {
  return name.startsWith('#') || asked === 'internal' ? 'internal' : 'public';
}

/** The columns an input sets directly, name, slug and visibility apart; an empty text is the same as none. */
export function tagColumnsFrom(input: TagInput, siteUrl: string): Partial<Tag> {
  const columns: Partial<Tag> = {};
  if (input.description !== undefined) columns.description = input.description || null;
  if (input.metaTitle !== undefined) columns.metaTitle = input.metaTitle || null;
  if (input.metaDescription !== undefined) columns.metaDescription = input.metaDescription || null;
  if (input.featureImage !== undefined) {
    columns.featureImage = input.featureImage ? toRelativeUrl(input.featureImage, siteUrl) : null;
  }
  return columns;
}

/** Writes a new tag. */
export async function insertTag(scope: WriteScope, input: TagInput): Promise<StoredTag> {
  const [tag] = await insertTags(scope, [input]);
  if (!tag) throw new InternalServerError('No tag was written.');
  return tag;
}

/** Writes new tags, with as many statements for many as for one. */
export async function insertTags({ manager, settings }: WriteScope, inputs: readonly TagInput[]): Promise<StoredTag[]> {
  if (inputs.length === 0) return [];
  const names = inputs.map(({ name }) => tagNameFrom(name));
  const now = await databaseTime(manager);
  const slugs = await freeSlugs(
    manager,
    'tag',
    inputs.map(({ slug }, index) => slug || (names[index] ?? '')),
  );
  const rows = inputs.map((input, index) => {
    const name = names[index] ?? '';
    return {
      id: createObjectId(),
      name,
      slug: slugs[index] ?? '',
      description: null,
      featureImage: null,
      parentId: null,
      visibility: visibilityOf(name, input.visibility),
      metaTitle: null,
      metaDescription: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
      ...tagColumnsFrom(input, settings.siteUrl),
    };
  });
  await manager.insert(Tag, rows);
  return rows.map((row) => ({ ...row, hasPublishedPosts: false }));
}

/** The database's clock in whole seconds: what dates are written by, whichever replica writes. */
export async function databaseTime(manager: EntityManager): Promise<Date> {
  const rows: { now: Date }[] = await manager.query(`select date_trunc('second', clock_timestamp()) as now`);
  return rows[0]?.now ?? new Date(NaN);
}
