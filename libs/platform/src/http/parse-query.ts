import { parse } from 'fast-querystring';

/** What stands behind the question mark of a URL, by name; a name given more than once has a list. */
export type QueryParameters = Readonly<Record<string, unknown>>;

/** Reads a query string the one way all of our URLs are read, whoever reads it first. */
export function parseQuery(text: string): Record<string, unknown> {
  return parse(text);
}
