import type { ApiVersion, InstantProperties } from '@almanac/resource-fields';

/** The type of a column in filters. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'instant';

/** The SQL condition for each value of a column with few values. It has no parameters, so that PostgreSQL can use partial indexes. */
export type ConstantConditions = ReadonlyMap<string, string>;

/**
 * The owner of the listings that a condition selects: one tag or author. The table `publishing.post_listings` contains the posts of each
 * tag and author, with an index in the default order of lists for staff.
 */
export interface ListingOwner {
  type: 'tag' | 'author';
  /** Returns the scalar subquery for the id of the tag or author. @param placeholder the placeholder of its slug, e.g. `$1` */
  id: (placeholder: string) => string;
  /** Whether the tag or author must be the primary one of the posts. */
  isPrimary: boolean;
}

/** A column or relation by which requests can filter. `sql` is the compared expression; `t` is the table of the resource. */
export type FilterTarget =
  | {
      kind: 'column';
      sql: string;
      type: ColumnType;
      /** Present if the column has only these values. */
      constants?: ConstantConditions;
      /** Whether upper and lower case count as equal in comparisons, as in orders by the column. */
      ignoresCase?: boolean;
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
      /** As for columns. */
      ignoresCase?: boolean;
    };

/** A column or expression by which requests can order. */
export interface OrderTarget {
  sql: string;
  /**
   * Whether the column or expression is never null. If so, and if it is the first of an order, it gets no `nulls first` or `nulls last`.
   * Then PostgreSQL can use an index that was created without these words.
   */
  isNeverNull?: boolean;
  /** Whether the values are unique, so that further clauses of an order have no effect. */
  isUnique?: boolean;
}

export interface OrderClause extends OrderTarget {
  isDescending: boolean;
}

/** A property of a row with data from other tables, as one JSON expression. */
export interface Relation {
  /** The property of the row. */
  property: string;
  sql: string;
  /** Present if the JSON contains instants. */
  instants?: InstantProperties;
}

/** The fields, relations and formats that a request selects. Serializers of libs/api-versions accept it as `ResponseSelection`. */
export interface Selection {
  /** The parameter `fields`; absent means all fields. */
  fields?: readonly string[];
  /** The requested relations, or the default relations of the resource. */
  include: readonly string[];
  /** The formats of a post's content, e.g. `html`; absent means the default of the API. */
  formats?: readonly string[];
  /** The field in the path of a single read, e.g. `slug`; serializers write it first. */
  leading?: string;
}

/**
 * The maintained counts of a resource, in `publishing.kept_counts`. If the filter of a list only tests columns of the counts for
 * equality, the total of the list is a sum of these counts.
 */
export interface MaintainedCounts {
  /** The value of the column `owner_type` in the rows of these counts: `site` for posts and pages, `members` for members. */
  ownerType: 'site' | 'members';
  /** Selects the rows of `publishing.kept_counts` (here named `t`) that count the posts or members which clients may see. */
  scope: string;
  /** The columns of the counts by which requests can filter, over `t`; each has constants. */
  filters: ReadonlyMap<string, FilterTarget>;
}

/** The conditions and columns with which lists read the posts of one tag or author from `publishing.post_listings`, named `l`. */
export interface Listing {
  /** The same condition as `Resource.scope`, over `l`. */
  scope: string;
  /** The columns of `l` that the order can use, by the expression over `t` with the same value. */
  orders: ReadonlyMap<string, string>;
  /** The columns of `l` by which requests can filter; each has constants. */
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
  /** The oldest API version with a filter, order, relation or format, by its key. A key that is not in this map exists in all versions. */
  since?: ReadonlyMap<string, ApiVersion>;
  /** Ends with a unique column, so that pages never overlap. */
  defaultOrder: (selection: Selection) => readonly OrderClause[];
  relations: ReadonlyMap<string, Relation>;
  /**
   * For small tables: a condition for the same rows as `scope`, but faster for lists. If it is set, a list first collects the ids of all
   * matching rows, and takes both its rows and its total from them.
   */
  scopeOfLists?: string;
  counts?: MaintainedCounts;
  listing?: Listing;
  /** Names that `include` may contain, and whose values serializers compute without SQL. */
  computedIncludes?: ReadonlySet<string>;
  /** The relations that every row contains. */
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
