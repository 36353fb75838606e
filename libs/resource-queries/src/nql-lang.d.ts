declare module '@tryghost/nql-lang' {
  /**
   * Parses NQL into a query object as in MongoDB, e.g. `{$and: [{featured: true}, {tag: {$ne: 'news'}}]}`.
   * @param options with `preserveRelativeDates`, relative dates remain `{$relativeDate: …}`
   * @throws Error when the filter is not NQL
   */
  export function parse(filter: string, options?: { preserveRelativeDates?: boolean }): unknown;
}
