/**
 * The maximum number of rows of each table that is imported; other tables are not imported. An import keeps the ids of the rows in memory,
 * so the limits bound its memory.
 */
export const maxRowsOfTable = {
  posts: 500_000,
  posts_meta: 500_000,
  posts_tags: 2_500_000,
  posts_authors: 1_000_000,
  tags: 100_000,
  users: 20_000,
  roles: 1_000,
  roles_users: 20_000,
  settings: 10_000,
  members: 1_000_000,
  subscribers: 1_000_000,
  member_subscriptions: 1_000_000,
  members_labels: 2_500_000,
  members_newsletters: 2_500_000,
  members_products: 1_000_000,
  labels: 100_000,
  newsletters: 1_000,
  products: 1_000,
} as const;

export type ImportedTable = keyof typeof maxRowsOfTable;

export function isImportedTable(name: string): name is ImportedTable {
  return Object.hasOwn(maxRowsOfTable, name);
}

/** Maximum bytes of the uncompressed JSON of an export. */
export const MAX_EXPORT_BYTES = 512 * 1024 * 1024;
/** Maximum number of rows of all tables together, also of tables that are not imported. */
export const MAX_ROWS = 5_000_000;
/** Maximum number of tables with rows; an export of Ghost has fewer than 100. */
export const MAX_TABLES = 1_000;
/** Maximum bytes of JSON from the end of a row to the end of the next row. The row of a post has its content in three formats. */
export const MAX_ROW_BYTES = 10 * 1024 * 1024;
/** Maximum JSON tokens from the end of a row to the end of the next row. A row of Ghost has about 200 tokens. */
export const MAX_ROW_TOKENS = 10_000;
/** Maximum levels of nested objects and lists. In exports of Ghost, rows are at level 6 and contain no objects. */
export const MAX_DEPTH = 32;
