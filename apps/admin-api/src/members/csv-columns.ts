import { ValidationError } from '@almanac/errors';
import type { QueryParameters } from '@almanac/resource-queries';
import { quoted } from '@almanac/validation';

/** The patterns that recognise columns by their header. */
const columnPatterns: Record<'email' | 'name' | 'note' | 'plan' | 'createdAt' | 'subscribed' | 'labels', RegExp> = {
  email: /^(?!subscribed).*e-?mail/i,
  name: /name/i,
  note: /note/i,
  plan: /complimentary|comped/i,
  createdAt: /^created_at$/i,
  subscribed: /^subscribed(_to_emails)?$/i,
  labels: /^labels?$/i,
};
export type Column = keyof typeof columnPatterns;

/** The query parameters that name the column of a value. */
const parameters: Record<Column, string> = {
  email: 'email_column',
  name: 'name_column',
  note: 'note_column',
  plan: 'complimentary_plan_column',
  createdAt: 'created_at_column',
  subscribed: 'subscribed_to_emails_column',
  labels: 'labels_column',
};

const columns = Object.keys(columnPatterns) as Column[];
const MAX_TITLE_LENGTH = 1_000;

/** The titles of the columns that a client named; an empty title leaves the value out. */
export type ColumnTitles = Partial<Record<Column, string>>;

/**
 * The columns that the query of an import names.
 * @throws ValidationError for a parameter that is given twice, or is too long
 */
export function columnTitlesOf(query: QueryParameters): ColumnTitles {
  const titles: ColumnTitles = {};
  for (const column of columns) {
    const parameter = parameters[column];
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
 * The titles of the columns by the fields `mapping[<title>]` of a form, as Ghost 5 sends it: the value is the field of the
 * member. Undefined without such a field; with one, only mapped columns are imported.
 */
export function columnTitlesOfMapping(
  fields: readonly (readonly [name: string, value: string])[],
): ColumnTitles | undefined {
  const mapped = fields.flatMap(([name, value]) => {
    const title = /^mapping\[(.*)\]$/s.exec(name)?.[1];
    return title === undefined ? [] : [[value, title.trim()] as const];
  });
  if (mapped.length === 0) return undefined;
  const titles = new Map(mapped);
  const titleOf = (column: Column): string => titles.get(parameters[column].replace(/_column$/, '')) ?? '';
  return Object.fromEntries(columns.map((column) => [column, titleOf(column)]));
}

/**
 * The positions of the columns: those that the client named, the others by their header.
 * @throws ValidationError when the file has no column with a named title
 */
export function findColumns(header: readonly string[], titles: ColumnTitles = {}): Partial<Record<Column, number>> {
  const headerTitles = header.map((title) => title.trim());
  const named = new Set(Object.values(titles));
  const found = columns.map((column) => {
    const title = titles[column];
    if (title === '') return [column, -1] as const;
    // A column that the client named for one value is not found for another one.
    if (title === undefined) {
      return [column, headerTitles.findIndex((name) => columnPatterns[column].test(name) && !named.has(name))] as const;
    }
    const position = headerTitles.indexOf(title);
    if (position === -1) throw unknownTitle(parameters[column], title, headerTitles);
    return [column, position] as const;
  });
  return Object.fromEntries(found.filter(([, position]) => position !== -1));
}

function unknownTitle(property: string, title: string, headerTitles: readonly string[]): ValidationError {
  return new ValidationError(`The file has no column ${quoted(title)}.`, {
    property,
    help: `Its first line names the columns; it is ${quoted(headerTitles.join(','))}.`,
  });
}
