import { postDefinition, postMetaDefinition, writableFields } from '@almanac/resource-fields';
import type { PostInput } from '@almanac/validation';
import { storedValues } from '../columns/stored-values';
import type { MetaRecord, PostColumns } from './post-record';

/** Fields with a rule of their own; the operations set them. */
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

/** The columns an input sets without a rule of their own; a field that was not sent is absent. */
export function columnsFrom(input: PostInput, siteUrl: string): Partial<PostColumns> {
  return storedValues<Partial<PostColumns>>(copiedFields, input, siteUrl);
}

/** The meta fields an input sets; a field that was not sent is absent. */
export function metaFrom(input: PostInput, siteUrl: string): Partial<MetaRecord> {
  return storedValues<Partial<MetaRecord>>(metaFields, input, siteUrl);
}
