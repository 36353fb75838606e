import type { UrlScope } from '@almanac/rendering';
import {
  type Field as StoredField,
  type FieldReader,
  readableFields,
  type ResourceDefinition,
} from '@almanac/resource-fields';
import type { Field, RenderContext } from '../contract';
import { emptyToNull, stored } from './fields';
import type { Json } from './json';
import {
  booleanSchema,
  instantOrNullSchema,
  instantSchema,
  integerSchema,
  type JsonSchema,
  oneOfWords,
  stringOrNullSchema,
  stringSchema,
} from './json-schema';
import { absoluteHtml, absoluteUrl } from './urls';

/** How an API formats the stored fields of a resource. */
export interface StoredFieldOptions<Row> {
  /** Formats a date as the API does. */
  formatInstant: (instant: Date, context: RenderContext) => string;
  /** Which URLs in html become absolute, and their base. By default, URLs that begin with a slash become URLs of the site. */
  urlScope?: (row: Row, context: RenderContext) => UrlScope;
  /**
   * Fields to use instead of those that are derived from the definition, by their key in the API. A field with the URLs of a lexical
   * document or mobiledoc needs one.
   */
  replacements?: Readonly<Record<string, Field<Row>>>;
}

function schemaOf({ type, isNullable, values }: StoredField): JsonSchema {
  if (type === 'boolean') return booleanSchema;
  if (type === 'integer') return isNullable ? { type: ['integer', 'null'] } : integerSchema;
  if (type === 'instant') return isNullable ? instantOrNullSchema : instantSchema;
  if (values) return oneOfWords(...values);
  return isNullable ? stringOrNullSchema : stringSchema;
}

type Read<Row> = Field<Row>['read'];
type Text = string | null | undefined;

function readFunctionOf<Row extends object>(field: StoredField, options: StoredFieldOptions<Row>): Read<Row> {
  const { formatInstant, urlScope = (_row, { site }) => ({ siteUrl: site.url }) } = options;
  const valueIn = (row: Row): unknown => row[field.name as keyof Row];
  const textIn = (row: Row): Text => valueIn(row) as Text;
  if (field.type === 'instant') {
    return (row, context) => {
      const value = valueIn(row) as Date | null | undefined;
      return value ? formatInstant(value, context) : value;
    };
  }
  if (field.urls === 'url') return (row, { site }) => absoluteUrl(textIn(row), site.url);
  if (field.urls === 'html') return (row, context) => absoluteHtml(textIn(row), urlScope(row, context));
  if (field.type === 'text' && field.isNullable) return (row) => emptyToNull(textIn(row));
  return (row) => valueIn(row) as Json | undefined;
}

/**
 * The fields of a definition that a reader may see, in the order of the definition. The readers are `public` (clients of the Content API),
 * `staff`, and `self` (a user who reads their own row). The column of a field is also its key in the API.
 */
export function storedFields<Row extends object>(
  definition: ResourceDefinition,
  reader: FieldReader,
  options: StoredFieldOptions<Row>,
): Field<Row>[] {
  return readableFields(definition, reader).map((field) => {
    const { column, since } = field;
    const shown = options.replacements?.[column] ?? stored(column, schemaOf(field), readFunctionOf(field, options));
    return { ...shown, since };
  });
}
