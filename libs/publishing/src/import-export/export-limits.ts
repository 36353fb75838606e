/** The tables of an export that an import reads, and how many rows each may have. Memory per row is one id at most. */
export const importedTables = {
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
  member_subscriptions: 1_000_000,
} as const;

export type ImportedTable = keyof typeof importedTables;

export function isImportedTable(name: string): name is ImportedTable {
  return Object.hasOwn(importedTables, name);
}

/** Bytes of JSON an export may have, unpacked. */
export const MAX_EXPORT_BYTES = 512 * 1024 * 1024;
/** Rows of all tables together, of those that are not imported, too. */
export const MAX_ROWS = 5_000_000;
/** Tables with rows; an export of Ghost has fewer than 100. */
export const MAX_TABLES = 1_000;
/** Bytes of JSON from the end of a row to the end of the next one. A post holds its content three times. */
export const MAX_ROW_BYTES = 10 * 1024 * 1024;
/** JSON tokens from the end of a row to the end of the next one. A row of Ghost has about 200. */
export const MAX_ROW_TOKENS = 10_000;
/** Nesting of the whole document. A row of Ghost is at 5 and holds no objects. */
export const MAX_DEPTH = 32;
