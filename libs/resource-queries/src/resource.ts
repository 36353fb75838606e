/** How the values of a column are written and compared. */
export type ColumnType = 'text' | 'boolean' | 'instant';

/** Something a filter may ask about. `sql` names the resource's own table as `t`. */
export type FilterTarget =
  | { kind: 'column'; sql: string; type: ColumnType }
  | {
      kind: 'relation';
      /** The related rows with whatever narrows them, e.g. `publishing.posts_tags link join … on …`. */
      from: string;
      /** Their column that names the row of `t` they belong to, e.g. `link.post_id`. */
      owner: string;
      sql: string;
      type: ColumnType;
    };

export interface OrderTarget {
  sql: string;
}

export interface OrderClause extends OrderTarget {
  isDescending: boolean;
}

/** A part of a row that comes from other tables, as one expression of JSON. */
export interface Relation {
  /** The property of the row it is put in. */
  property: string;
  sql: string;
  /** Whether texts in it have to become Dates. */
  hasInstants: boolean;
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
  /** Ends with a unique column, so that pages never overlap. */
  defaultOrder: (selection: Selection) => readonly OrderClause[];
  relations: ReadonlyMap<string, Relation>;
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
