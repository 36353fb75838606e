import { type PostColumns, postDefinition, postMetaDefinition, writableFields } from '@almanac/resource-fields';
import type { PostInput } from '@almanac/validation';
import { toStoredValues } from '../columns/stored-values';
import type { MetaRecord } from './post-record';

/** Fields that are not copied from an input: `createPost` and `editPost` compute their stored values. */
const fieldsWithRules: ReadonlySet<string> = new Set<keyof PostInput>([
  'title',
  'slug',
  'lexical',
  'mobiledoc',
  'html',
  'status',
  'publishedAt',
  'unpublishAt',
]);

const copiedFields = writableFields(postDefinition).filter(({ name }) => !fieldsWithRules.has(name));
const metaFields = writableFields(postMetaDefinition);

/** The values of the columns that are copied from an input. A field that is absent in the input stays absent. */
export function copiedColumnsFrom(input: PostInput, siteUrl: string): Partial<PostColumns> {
  return toStoredValues<Partial<PostColumns>>(copiedFields, input, siteUrl);
}

/** The meta fields that an input sets. A field that is absent in the input stays absent. */
export function metaFieldsFrom(input: PostInput, siteUrl: string): Partial<MetaRecord> {
  return toStoredValues<Partial<MetaRecord>>(metaFields, input, siteUrl);
}
