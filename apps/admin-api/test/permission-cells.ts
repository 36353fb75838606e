/** The callers of the matrix, in the order of its columns. Anonymous requests have no column. */
export const callers = [
  'Owner',
  'Administrator',
  'Editor',
  'Author',
  'Contributor',
  'Admin Integration',
  'Scheduler Integration',
  'DB Backup Integration',
] as const;

export type MatrixCaller = (typeof callers)[number];

/** One status per caller; null where the caller cannot have such an object. */
export type Cells = readonly (number | null)[];

export interface MatrixRow {
  /** The operation in the message of a 403. */
  operation: string;
  /** The status of an anonymous request. */
  anonymous: number;
  /** The cells by object: its owner and state. `-` is a route without an object. */
  objects: Readonly<Record<string, Cells>>;
}

/** A row of the matrix. */
export const row = (operation: string, objects: MatrixRow['objects'], anonymous = 403): MatrixRow => ({
  operation,
  anonymous,
  objects,
});

/** The caller cannot have such an object. */
export const no = null;

/** All staff and every integration, except those for scheduling and backups. */
export const staffAndIntegrations = (status: number): Cells => [
  status,
  status,
  status,
  status,
  status,
  status,
  403,
  403,
];
/** All staff; keys get 501. */
export const allStaff = (status: number): Cells => [status, status, status, status, status, 501, 501, 501];
/** The owner, administrators and integrations. */
export const adminsAndIntegrations = (status: number): Cells => [status, status, 403, 403, 403, status, 403, 403];
/** The owner and administrators. */
export const admins = (status: number): Cells => [status, status, 403, 403, 403, 501, 501, 501];
/** The owner, administrators and editors. */
export const adminsAndEditors = (status: number): Cells => [status, status, status, 403, 403, 501, 501, 501];
