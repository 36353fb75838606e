import { ValidationError } from '@almanac/errors';
import type { QueryParameters } from '@almanac/resource-queries';
import { quoted } from '@almanac/validation';

/**
 * The patterns of the titles by which columns are recognised. The pattern of `email` does not match `subscribed_to_emails`, because such a
 * column contains no e-mail addresses.
 */
const columnPatterns: Record<'email' | 'name' | 'note' | 'plan' | 'createdAt' | 'subscribed' | 'labels', RegExp> = {
  email: /^(?!subscribed).*e-?mail/is,
  name: /name/i,
  note: /note/i,
  plan: /complimentary|comped/i,
  createdAt: /^created_at$/i,
  subscribed: /^subscribed(_to_emails)?$/i,
  labels: /^labels?$/i,
};

/** A value of a member that a column of the file can contain. */
export type Column = keyof typeof columnPatterns;

/** The query parameter in which a client names the title of each column. */
const parameterNames: Record<Column, string> = {
  email: 'email_column',
  name: 'name_column',
  note: 'note_column',
  plan: 'complimentary_plan_column',
  createdAt: 'created_at_column',
  subscribed: 'subscribed_to_emails_column',
  labels: 'labels_column',
};

const columns = Object.keys(columnPatterns) as Column[];
/** In characters. */
const MAX_TITLE_LENGTH = 1_000;

/** The titles of columns as the client named them. A value with an empty title is not imported. */
export type ColumnTitles = Partial<Record<Column, string>>;

/**
 * The titles of columns in the query string of an import.
 * @throws ValidationError for a parameter that is given twice, or is longer than 1,000 characters
 */
export function columnTitlesOf(query: QueryParameters): ColumnTitles {
  const titles: ColumnTitles = {};
  for (const column of columns) {
    const parameter = parameterNames[column];
    const title = query[parameter];
    if (title === undefined) continue;
    if (typeof title !== 'string' || title.length > MAX_TITLE_LENGTH) {
      throw new ValidationError(`Validation (matches) failed for ${parameter}`, { property: parameter });
    }
    titles[column] = title.trim();
  }
  return titles;
}

/**
 * The titles that a form of Ghost 5 names in fields `mapping[<title>]=<field of the member>`. A value without such a form field gets an
 * empty title, so that only mapped columns are imported.
 * @returns undefined if the form has no field `mapping[…]`
 */
export function columnTitlesOfMapping(
  fields: readonly (readonly [name: string, value: string])[],
): ColumnTitles | undefined {
  const mappings = fields.flatMap(([name, memberField]) => {
    const title = /^mapping\[(.*)\]$/s.exec(name)?.[1];
    return title === undefined ? [] : [[memberField, title.trim()] as const];
  });
  if (mappings.length === 0) return undefined;
  const titleByMemberField = new Map(mappings);
  const titleOf = (column: Column): string =>
    titleByMemberField.get(parameterNames[column].replace(/_column$/, '')) ?? '';
  return Object.fromEntries(columns.map((column) => [column, titleOf(column)]));
}

/** The position of each column in a header, from 0. Columns that the file does not contain are absent. */
export type FoundColumns = Partial<Record<Column, number>>;

/**
 * Finds the columns in the header: by the title that the client named, else by `columnPatterns`.
 * @throws ValidationError if the file has no column with a title that the client named
 */
export function findColumns(header: readonly string[], titles: ColumnTitles = {}): FoundColumns {
  const headerTitles = header.map((title) => title.trim());
  const named = new Set(Object.values(titles));
  const found = columns.map((column) => {
    const title = titles[column];
    if (title === '') return [column, -1] as const;
    // A column that the client named for one value is not used for another one.
    if (title === undefined) {
      const isMatch = (name: string): boolean => columnPatterns[column].test(name) && !named.has(name);
      return [column, headerTitles.findIndex(isMatch)] as const;
    }
    const position = headerTitles.indexOf(title);
    if (position === -1) throw unknownTitle(parameterNames[column], title, headerTitles);
    return [column, position] as const;
  });
  return Object.fromEntries(found.filter(([, position]) => position !== -1));
}

function unknownTitle(property: string, title: string, headerTitles: readonly string[]): ValidationError {
  return new ValidationError(`The file has no column ${quoted(title)}.`, {
    property,
    help: `The header of the file names its columns: ${quoted(headerTitles.join(','))}.`,
  });
}
