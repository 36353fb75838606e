declare module '@tryghost/nql-lang' {
  /**
   * Parses NQL into a MongoDB-like query object.
   * @throws Error when it is not NQL
   */
  export function parse(filter: string, options?: { preserveRelativeDates?: boolean }): unknown;
}
