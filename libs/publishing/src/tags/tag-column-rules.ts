import { type Field, tagDefinition, writableFields } from '@almanac/resource-fields';
import type { TagInput } from '@almanac/validation';
import { type ColumnCheck, type ColumnRule, patternCheck } from '../columns/assert-columns';

/** A URL or a path: the format `uri-reference` of Ajv 6, which checks the bodies of `POST tags/`. */
const URI_REFERENCE = /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i;
const urlCheck: ColumnCheck = { name: 'isURL', passes: (value) => URI_REFERENCE.test(value) };

function checkOf({ urls, input }: Field): ColumnCheck | undefined {
  return urls === 'url' ? urlCheck : patternCheck(input?.pattern);
}

/**
 * The rules of the columns of a new tag, for `assertColumns`. They are those of the JSON schema of `POST tags/`, because a tag can also be
 * part of a post. The name, the slug and the visibility have no rule here, because their stored values are computed.
 */
export const tagColumnRules = Object.fromEntries(
  writableFields(tagDefinition)
    .filter(({ name }) => !['name', 'slug', 'visibility'].includes(name))
    .map((field) => [field.name, { column: field.column, maxLength: field.input?.maxLength, check: checkOf(field) }]),
) as { [P in keyof TagInput]?: ColumnRule };
