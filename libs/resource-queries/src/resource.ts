import type { ApiVersion, InstantProperties } from '@almanac/resource-fields';

/** The type of a column in filters. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'instant';

/** The SQL condition for each value of a column with few values. It has no parameters, so that PostgreSQL can use partial indexes. */
export type ConstantConditions = ReadonlyMap<string, string>;

/**
 * The owner of the listings that a condition selects: one tag or author. The table `publishing.post_listings` has the posts of each tag
 * and author in the default order of lists.
 */
export interface ListingOwner {
  type: 'tag' | 'author';
  /** The scalar subquery for the id of the tag or author. @param placeholder that of the slug, e.g. `$1` */
  id: (placeholder: string) => string;
  /** Whether it must be the primary tag or author of the posts. */
  isPrimary: boolean;
}

/** A column or relation to filter by. `sql` is the compared expression; `t` is the table of the resource. */
export type FilterTarget =
  | {
      kind: 'column';
      sql: string;
      type: ColumnType;
      /** Present if the column has only these values. */
      constants?: ConstantConditions;
      /** Whether an index has `lower()` of the column. Conditions then also compare `lower()`, so that PostgreSQL can use the index. */
      isIndexedInLowerCase?: boolean;
    }
  | {
      kind: 'relation';
      /** Present if a value of `sql` identifies one tag or author. */
      listingOwner?: ListingOwner;
      /** The `from` clause of the related rows, e.g. `publishing.posts_tags link join … on …`. */
      from: string;
      /** The column of the related rows that refers to `t.id`, e.g. `link.post_id`. */
      foreignKey: string;
      sql: string;
      type: ColumnType;
    };

/** A column or expression to order by. */
export interface OrderTarget {
  sql: string;
  /** Whether there are no nulls. Then the order needs no `nulls first` or `nulls last`, and PostgreSQL can use a plain index. */
  isNeverNull?: boolean;
  /** Whether the values are unique, so that further clauses of an order have no effect. */
  isUnique?: boolean;
}

export interface OrderClause extends OrderTarget {
  isDescending: boolean;
}

/** A part of a row from other tables, as one JSON expression. */
export interface Relation {
  /** The property of the row. */
  property: string;
  sql: string;
  /** Present if the JSON has instants. */
  instants?: InstantProperties;
}

/** The part of a resource that a request selects; the serializers of `api-versions` take the same type. */
export interface Selection {
  /** The `fields` of the query; absent means all. */
  fields?: readonly string[];
  /** The requested relations, or the default ones of the resource. */
  include: readonly string[];
  /** The formats of a post's content, e.g. `html`; absent means the default of the API. */
  formats?: readonly string[];
  /** The field in the path of a single read; serializers print it first. */
  leading?: string;
}

/**
 * The maintained counts of a resource, in `publishing.kept_counts`. The total of a list is a sum of them if its filter only
 * tests columns of the counts for equality.
 */
export interface StoredCounts {
  ownerType: 'site' | 'members';
  /** The condition for the counted rows that clients may see, over the counts as `t`. */
  scope: string;
  /** The columns of the counts to filter by, over `t`; each has constants. */
  filters: ReadonlyMap<string, FilterTarget>;
}

/** How lists read the posts of one tag or author from `publishing.post_listings`, named `l`. */
export interface Listing {
  /** The same condition as `Resource.scope`, over `l`. */
  scope: string;
  /** The columns of `l`, by the expression over `t` that has the same value and by which lists are ordered. */
  orders: ReadonlyMap<string, string>;
  /** The columns of `l` to filter by; each has constants. */
  filters: ReadonlyMap<string, FilterTarget>;
}

/** A resource as one API reads it. Requests can name only the filters, orders, relations and formats that it contains. */
export interface Resource<Row> {
  /** The key of the rows in responses, e.g. `posts`. */
  key: string;
  /** A table with its schema, or a subquery in parentheses. */
  table: string;
  /** The condition for the rows that clients may see, over `t`. */
  scope: string;
  /** The selected expressions over `t`, by the property of the row. */
  columns: (selection: Selection) => ReadonlyMap<string, string>;
  filters: ReadonlyMap<string, FilterTarget>;
  /** Keys whose conditions in filters are ignored, because all rows in the scope have the same value. */
  ignoredFilters?: ReadonlySet<string>;
  orders: ReadonlyMap<string, OrderTarget>;
  /** The oldest API version that knows a filter, order, relation or format, by its key. Every version knows a key that is absent. */
  since?: ReadonlyMap<string, ApiVersion>;
  /** Ends with a unique column, so that pages never overlap. */
  defaultOrder: (selection: Selection) => readonly OrderClause[];
  relations: ReadonlyMap<string, Relation>;
  /** For small tables: a condition that lists use instead of `scope`. It is evaluated once, for the total and the rows together. */
  listScope?: string;
  counts?: StoredCounts;
  listing?: Listing;
  /** Names that `include` may contain, and whose values serializers compute without SQL. */
  computedIncludes?: ReadonlySet<string>;
  /** Relations loaded with every row. */
  alwaysIncluded?: readonly string[];
  /** The relations of a request that names neither relations nor fields. */
  defaultInclude?: readonly string[];
  /** The formats that a request may name; absent if the resource has none. */
  formats?: readonly string[];
  /** The message of the 404 response. */
  notFoundMessage: string;
  /** Never set: carries the type of the row. */
  readonly row?: Row;
}
