/** A row of a file that was ignored or changed, with the reason. The properties are those of Ghost's API. */
export type ImportProblem = {
  message: string;
  /** The kind of row, e.g. `Post`. */
  help: string;
  /** The identifying fields of the row, as JSON. */
  context: string;
};

/** How many rows of a table were left out for a reason. */
export type LeftOutRows = {
  reason: string;
  rows: number;
};

/** The rows of one table, or the files of one folder: `read` = `stored` + `present` + all of `left_out`. */
export type TableReport = {
  table: string;
  read: number;
  stored: number;
  /** Rows that were not stored, because the site or an earlier row of the file already has them. */
  present: number;
  left_out: LeftOutRows[];
};

/** How many values of a column were not stored, or not as they are in the file. */
export type FieldReport = {
  table: string;
  field: string;
  reason: string;
  values: number;
};

/** The kinds of differences between a post in the file and the stored post. Most are named after the field that was changed. */
export const importedPostChanges = [
  'author',
  /** A card of an unknown type stays in the document, and is not rendered. */
  'card-not-shown',
  /** Parts of the document, or all of it, became html cards or were left out, so that the post looks like its html in the file. */
  'content-kept-as-html',
  /** The content, one of its sources, or an unknown part of it cannot be read and was left out. */
  'content-unreadable',
  'date',
  /** Ghost sent the post by e-mail only, or its `email_only` in the file cannot be read; the post is not on the site. */
  'email-only',
  /** The recipients in the file cannot be used, so the post is not sent by e-mail. */
  'recipients',
  'slug',
  'status',
  'type',
  'uuid',
  'visibility',
] as const;

export type ImportedPostChangeKind = (typeof importedPostChanges)[number];

/** A post that was stored, but not as it is in the file. */
export type ImportedPostChange = {
  change: ImportedPostChangeKind;
  /** The id in the file; null when it has none. */
  id: string | null;
  /** The slug on the site. */
  slug: string;
  detail: string;
};

/**
 * The report of an import: the rows that it read, stored, changed and left out. The API and the command line print the same
 * JSON.
 */
export type ImportReport = {
  file: {
    /** The version of Ghost that wrote the file; null when the file does not state it. */
    version: string | null;
    /** The newest version of Ghost with whose exports the import was tested. */
    newest_known: string;
  };
  /** Sentences about the whole file. */
  warnings: string[];
  /** Every table with rows, in the order of the file; then the folders of uploaded files, e.g. `content/images`. */
  tables: TableReport[];
  fields: FieldReport[];
  posts: {
    /** The number of changes by kind. */
    counts: { change: ImportedPostChangeKind; posts: number }[];
    /** The first 1,000 changes. */
    changes: ImportedPostChange[];
  };
  /**
   * The number of rows and files that could not be stored, and of posts whose content could not be read completely. If it is not 0,
   * the command line exits with an error.
   */
  failed: number;
};

/** The result of an import. */
export type ImportResult = {
  problems: ImportProblem[];
  report: ImportReport;
};
