import { DIFFERENT_WEEKS, weekOf } from './calendar-data';
import { fetchData, HEADERS, operationPath } from './calendar-requests';
import { compare } from './harness/compare';
import { type Figure } from './harness/figure';
import { saturate } from './harness/load';

const PAGE = `query Page($filter: OccurrencesQueryFilter!, $after: String) {
  occurrencePage(filter: $filter, first: 100, after: $after) {
    nodes { occurrence { id start end timeZone event { id } } status info { title } }
    pageInfo { endCursor hasNextPage }
  }
}`;
/** The required ratio of the throughputs: a later page may take 1.2 times as long as the first one. */
const LEAST_RATIO = 1 / 1.2;

interface Page {
  occurrencePage: { nodes: object[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
}

/** The path of a page of the window from `from` to the end of the last week. @param after the cursor; the first page without it */
function pathOf(from: Date, after?: string): string {
  const [, to] = weekOf(DIFFERENT_WEEKS - 1);
  return operationPath(PAGE, { filter: { from, to, timeZone: 'Europe/Berlin' }, after });
}

/** The throughput of pages after a cursor, in a window of 80 weeks, compared with that of the first page of the window. */
export async function cursorPages(origin: string): Promise<Figure[]> {
  const [begin] = weekOf(0);
  const pathsAfterCursor: string[] = [];
  for (let week = 1; week < DIFFERENT_WEEKS - 1; week++) {
    // A cursor names a place in the order of all occurrences. So the cursor of
    // a page that begins with a later week is valid in this window.
    const { occurrencePage } = await fetchData<Page>(origin + pathOf(weekOf(week)[0]));
    pathsAfterCursor.push(pathOf(begin, occurrencePage.pageInfo.endCursor));
  }
  for (const path of [pathOf(begin), ...pathsAfterCursor.slice(-1)]) {
    const { nodes, pageInfo } = (await fetchData<Page>(origin + path)).occurrencePage;
    if (nodes.length !== 100 || !pageInfo.hasNextPage)
      throw new Error(`Invalid run: no full page of results from ${path}`);
  }
  const comparison = await compare({
    reference: () => saturate({ url: origin, paths: [pathOf(begin)], headers: HEADERS }),
    product: () => saturate({ url: origin, paths: pathsAfterCursor, headers: HEADERS }),
    warmUps: 1,
  });
  return [
    {
      benchmark: 'calendar',
      measure: 'pages of 100 after a cursor, window of 80 weeks',
      values: comparison.product,
      unit: 'req/s',
      reference: { name: 'the first page', values: comparison.reference },
      bar: '≥ 83 % of the reference',
      limits: { ratio: LEAST_RATIO },
      isMet: comparison.ratio >= LEAST_RATIO,
    },
  ];
}
