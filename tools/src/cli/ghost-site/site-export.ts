import type { SiteState } from './site-state';

/**
 * The rows that were read from a site, in the JSON format of Ghost's exports, in pieces.
 * @param version the version of Ghost; null if unknown
 */
export async function* siteExport(state: SiteState, version: string | null): AsyncGenerator<string> {
  yield `{"db":[{"meta":${JSON.stringify({ exported_on: Date.now(), version })},"data":{`;
  let isFirstTable = true;
  for (const table of state.tables) {
    yield `${isFirstTable ? '' : ','}${JSON.stringify(table)}:[`;
    isFirstTable = false;
    let isFirstRow = true;
    for await (const row of state.rowsOf(table)) {
      yield isFirstRow ? row : `,${row}`;
      isFirstRow = false;
    }
    yield ']';
  }
  yield '}}]}';
}
