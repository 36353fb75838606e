import type { ApiVersion, InstantCodec } from '@almanac/resource-fields';

/** How the values of a column are written and compared. */
export type ColumnType = 'text' | 'boolean' | 'instant';

/** The condition for each value of a column that has few: without parameters, so that partial indexes serve it. */
export type ConstantClaims = ReadonlyMap<string, string>;

/** The posts of one tag or author stand in `publishing.post_listings`, in the order lists have by default. */
export interface ListingOwner {
  type: 'tag' | 'author';
  /** A scalar subquery for the owner's id, from the placeholder of its slug. */
  id: (placeholder: string) => string;
  /** Whether the claim is about posts that name this owner first. */
  isPrimary: boolean;
}

/** Something a filter may ask about. `sql` names the resource's own table as `t`. */
export type FilterTarget =
  | {
      kind: 'column';
      sql: string;
      type: ColumnType;
      /** Present where no row has another value than these. */
      constants?: ConstantClaims;
      /** Whether an index has `lower()` of it: a claim that it equals a value then says so, too. */
      isIndexedInLowerCase?: boolean;
    }
  | {
      kind: 'relation';
      /** Present where a claim that `sql` equals one value names one tag or author. */
      listing?: ListingOwner;
      /** The related rows with whatever narrows them, e.g. `publishing.posts_tags link join … on …`. */
      from: string;
      /** Their column that names the row of `t` they belong to, e.g. `link.post_id`. */
      owner: string;
      sql: string;
      type: ColumnType;
    };

export interface OrderTarget {
  sql: string;
  /** A plain index can be walked only in the order PostgreSQL gives nulls by default; without nulls that order is right. */
  isNeverNull?: boolean;
  /** What would come after it in an order decides nothing. */
  isUnique?: boolean;
}

export interface OrderClause extends OrderTarget {
  isDescending: boolean;
}

/** A part of a row that comes from other tables, as one expression of JSON. */
export interface Relation {
  /** The property of the row it is put in. */
  property: string;
  sql: string;
  /** Present where the JSON has instants. */
  codec?: InstantCodec;
}

/** Which part of a resource was asked for; what the serializers of `api-versions` take as well. */
export interface Selection {
  /** The `fields` of the query; absent means all. */
  fields?: readonly string[];
  /** The relations asked for, or the resource's default ones. */
  include: readonly string[];
  /** The formats of a post's text; absent means the API's default. */
  formats?: readonly string[];
  /** The field a single read went by, which serializers give first; what is read is the same. */
  leading?: string;
}

/** What `publishing.kept_counts` knows of a resource: lists take their totals from there where a filter asks for nothing else. */
export interface KeptCounts {
  ownerType: 'site' | 'members';
  /** Claims about what is counted apart, over its rows named `t`; each has constants. */
  filters: ReadonlyMap<string, FilterTarget>;
}

/** How lists of one tag's or author's posts are read from `publishing.post_listings`, named `l`. */
export interface Listing {
  /** The resource's scope, over `l`. */
  scope: string;
  /** The expressions of `l` that equal an expression the resource is ordered by. */
  orders: ReadonlyMap<string, string>;
  /** Claims about columns that `l` has, too; each has constants. */
  filters: ReadonlyMap<string, FilterTarget>;
}

/** What may be listed, read, filtered and ordered by whom: everything not named here does not exist for the caller. */
export interface Resource<Row> {
  /** The key of the envelope: `posts`. */
  key: string;
  table: string;
  /** What the caller can see of the table at all, over `t`. */
  scope: string;
  /** What is selected, over `t`, by the property of the row. */
  columns: (selection: Selection) => ReadonlyMap<string, string>;
  filters: ReadonlyMap<string, FilterTarget>;
  /** Keys whose conditions are dropped, because the scope decides them. */
  ignoredFilters?: ReadonlySet<string>;
  orders: ReadonlyMap<string, OrderTarget>;
  /** The oldest API version that knows a key of `filters` and `orders`; every version knows a key that is absent. */
  since?: ReadonlyMap<string, ApiVersion>;
  /** Ends with a unique column, so that pages never overlap. */
  defaultOrder: (selection: Selection) => readonly OrderClause[];
  relations: ReadonlyMap<string, Relation>;
  /** For a small table whose scope is dear to judge: each row is judged once, for the total and the page together. */
  isScopeDear?: boolean;
  counts?: KeptCounts;
  listing?: Listing;
  /** Relations loaded with every row. */
  alwaysIncluded?: readonly string[];
  /** What is included when the request names neither relations nor fields. */
  defaultInclude?: readonly string[];
  /** The formats a request may name; absent where texts have none. */
  formats?: readonly string[];
  /** What a reader is told when there is no such row. */
  notFoundMessage: string;
  /** Never read at run time: carries the row's type. */
  readonly row?: Row;
}
