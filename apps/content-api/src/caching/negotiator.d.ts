/** The package has no types, and `@types/negotiator` does not declare the option `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string | readonly string[] | undefined>> });
    /** Undefined when the header `Accept-Encoding` refuses every available encoding. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
  }
}
