import type { ApiVersion, InstantProperties } from '@almanac/resource-fields';

/** The type of a column in filters. */
export type ColumnType = 'text' | 'boolean' | 'instant';

/** The SQL condition for each value of a column with few values. It has no parameters, so that partial indexes serve it. */
export type ConstantConditions = ReadonlyMap<string, string>;

/** A tag or author. `publishing.post_listings` has their posts in the default order of lists. */
export interface ListingOwner {
  type: 'tag' | 'author';
  /** A scalar subquery for the id, from the placeholder of the slug. */
  id: (placeholder: string) => string;
  /** Whether the condition is about the primary tag or author of posts. */
  isPrimary: boolean;
}

/** A column or relation to filter by. `sql` names the table of the resource as `t`. */
export type FilterTarget =
  | {
      kind: 'column';
      sql: string;
      type: ColumnType;
      /** Present where the column has only these values. */
      constants?: ConstantConditions;
      /** Whether an index has `lower()` of the column; conditions then compare `lower()` too. */
      isIndexedInLowerCase?: boolean;
    }
  | {
      kind: 'relation';
      /** Present where `sql` identifies one tag or author. */
      listing?: ListingOwner;
      /** The `from` clause of the related rows, e.g. `publishing.posts_tags link join … on …`. */
      from: string;
      /** The column of the related rows that refers to `t.id`, e.g. `link.post_id`. */
      owner: string;
      sql: string;
      type: ColumnType;
    };

export interface OrderTarget {
  sql: string;
  /** Whether there are no nulls. Then the order needs no `nulls first` or `nulls last`, and a plain index serves it. */
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
  /** Present where the JSON has instants. */
  instants?: InstantProperties;
}

/** The part of a resource that a request selects; the serializers of `api-versions` take the same type. */
export interface Selection {
  /** The `fields` of the query; absent means all. */
  fields?: readonly string[];
  /** The requested relations, or the default ones of the resource. */
  include: readonly string[];
  /** The formats of a post's text; absent means the API's default. */
  formats?: readonly string[];
  /** The field in the path of a single read; serializers print it first. */
  leading?: string;
}

/** The counts of a resource in `publishing.kept_counts`. Lists take their totals from them where the filter allows. */
export interface StoredCounts {
  ownerType: 'site' | 'members';
  /** The condition for the counted rows that clients may see, over the counts as `t`. */
  scope: string;
  /** The columns of the counts to filter by, over `t`; each has constants. */
  filters: ReadonlyMap<string, FilterTarget>;
}

/** Reads the posts of one tag or author from `publishing.post_listings`, named `l`. */
export interface Listing {
  /** The scope of the resource, over `l`. */
  scope: string;
  /** The expressions of `l` for the expressions of an order. */
  orders: ReadonlyMap<string, string>;
  /** The columns of `l` to filter by; each has constants. */
  filters: ReadonlyMap<string, FilterTarget>;
}

/** The allow-lists of a resource for one API: requests reach nothing else. */
export interface Resource<Row> {
  /** The key of the envelope: `posts`. */
  key: string;
  /** A table with its schema, or a subquery in parentheses. */
  table: string;
  /** The condition for the rows that clients may see, over `t`. */
  scope: string;
  /** The selected expressions over `t`, by property. */
  columns: (selection: Selection) => ReadonlyMap<string, string>;
  filters: ReadonlyMap<string, FilterTarget>;
  /** Keys of conditions that are dropped, because the scope decides them. */
  ignoredFilters?: ReadonlySet<string>;
  orders: ReadonlyMap<string, OrderTarget>;
  /** The oldest API version that knows a key of `filters` and `orders`; every version knows a key that is absent. */
  since?: ReadonlyMap<string, ApiVersion>;
  /** Ends with a unique column, so that pages never overlap. */
  defaultOrder: (selection: Selection) => readonly OrderClause[];
  relations: ReadonlyMap<string, Relation>;
  /** For small tables: replaces `scope` in lists, which evaluate it once for the total and the page together. */
  listScope?: string;
  counts?: StoredCounts;
  listing?: Listing;
  /** Relations that a request may name and that serializers compute without SQL. */
  computedRelations?: ReadonlySet<string>;
  /** Relations loaded with every row. */
  alwaysIncluded?: readonly string[];
  /** The relations of a request that names neither relations nor fields. */
  defaultInclude?: readonly string[];
  /** The formats that a request may name; absent where the resource has none. */
  formats?: readonly string[];
  /** The message of the 404 response. */
  notFoundMessage: string;
  /** Never set: carries the type of the row. */
  readonly row?: Row;
}
