import { ValidationError } from '@almanac/errors';
import { notAllowed, quoted } from '@almanac/validation';
import type { Resource, Selection } from '../resource';
import type { PageRequest } from './pagination';

/** The parameters of a query string, as an HTTP server parses them. */
export type QueryParameters = Readonly<Record<string, unknown>>;

/** A list request. */
export interface BrowseRequest extends PageRequest {
  filter?: string;
  order?: string;
  /** The maximum number of rows, for a request with the limit `all`. */
  atMost?: number;
  selection: Selection;
}

const DEFAULT_LIMIT = 15;
const MAX_LIMIT = 1_000;
/** Higher page numbers are reduced to this one, so that the offset fits into a `bigint` of PostgreSQL. */
const MAX_PAGE = 1_000_000_000;

/** The value of a parameter; undefined without it. The values of a repeated parameter are joined by commas. */
function textOf(query: QueryParameters, name: string): string | undefined {
  const value = query[name];
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : undefined;
}

/**
 * The pattern of each parameter, as in Ghost, with a description for error messages. The pattern of `limit` also accepts e.g. `15abc`,
 * which is parsed as 15, and `-5all`, which is parsed as the default.
 */
const parameters = {
  limit: { pattern: /^\d+|all$/, meaning: 'limit is a whole number or all' },
  page: { pattern: /^\d+$/, meaning: 'page is a whole number, given once' },
  order: {
    pattern: /^[a-z0-9_,. ]+$/i,
    meaning: 'order is a list of columns, each with asc or desc, such as "published_at desc, title asc"',
  },
} as const;

/**
 * The value of a parameter that may be given once.
 * @throws ValidationError when it is given more than once, or does not match the pattern
 */
function checkedText(query: QueryParameters, name: keyof typeof parameters): string | undefined {
  const { pattern, meaning } = parameters[name];
  const value = textOf(query, name);
  if (value !== undefined && (Array.isArray(query[name]) || !pattern.test(value))) {
    throw new ValidationError(`Validation (matches) failed for ${name}`, {
      help: `${meaning}; it was ${quoted(value)}.`,
    });
  }
  return value;
}

/** The names in a comma-separated parameter; undefined without a name. */
function namesOf(query: QueryParameters, name: string): string[] | undefined {
  const list = (textOf(query, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return list.length === 0 ? undefined : list;
}

function parseLimit(query: QueryParameters): number | 'all' {
  const limit = checkedText(query, 'limit');
  if (limit === undefined) return DEFAULT_LIMIT;
  if (limit === 'all') return 'all';
  const number = parseInt(limit, 10);
  return number > 0 ? Math.min(number, MAX_LIMIT) : DEFAULT_LIMIT;
}

function parsePage(query: QueryParameters): number {
  return Math.min(parseInt(checkedText(query, 'page') ?? '1', 10) || 1, MAX_PAGE);
}

/**
 * Reads the parameters `fields`, `include` and `formats`. Unknown names in `include` are left out.
 * @throws ValidationError for an unknown format
 */
export function parseSelection<Row>(query: QueryParameters, resource: Resource<Row>): Selection {
  const formats = resource.formats && namesOf(query, 'formats');
  const unknown = formats?.find((format) => !resource.formats?.includes(format));
  if (unknown !== undefined) throw notAllowed('formats', unknown, resource.formats ?? []);
  const fields = namesOf(query, 'fields');
  // A request with `fields` and without `include` gets no relations.
  const byDefault = fields ? [] : resource.defaultInclude;
  const isKnown = (name: string): boolean =>
    resource.relations.has(name) || (resource.computedIncludes?.has(name) ?? false);
  const include = namesOf(query, 'include')?.filter(isKnown) ?? byDefault;
  return { include: include ?? [], ...(fields && { fields }), ...(formats && { formats }) };
}

/**
 * Reads the query of a list request; unknown parameters are ignored.
 * @throws ValidationError for an invalid limit, page, order or format
 */
export function parseBrowseQuery<Row>(query: QueryParameters, resource: Resource<Row>): BrowseRequest {
  return {
    page: parsePage(query),
    limit: parseLimit(query),
    order: checkedText(query, 'order'),
    filter: textOf(query, 'filter'),
    selection: parseSelection(query, resource),
  };
}

/** The patterns of the keys in a path, as in Ghost. The pattern of `id` also accepts every string that contains `me`. */
const keyPatterns = {
  id: { pattern: /^[a-f\d]{24}$|^1$|me/i, rule: 'matches', meaning: 'An id has 24 hexadecimal characters' },
  slug: { pattern: /^[a-z0-9\-_]+$/, rule: 'isSlug', meaning: 'A slug has small letters, digits, - and _' },
  email: {
    pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
    rule: 'isEmail',
    meaning: 'An e-mail address looks like name@example.com',
  },
} as const;

/**
 * Checks the format of a key, e.g. of the id in a path.
 * @param by the kind of the key
 * @throws ValidationError when the value does not match the pattern of the kind
 */
export function assertLookupFormat(by: keyof typeof keyPatterns, value: string): void {
  const { pattern, rule, meaning } = keyPatterns[by];
  if (!pattern.test(value)) {
    throw new ValidationError(`Validation (${rule}) failed for ${by}`, {
      help: `${meaning}; it was ${quoted(value)}.`,
    });
  }
}
