import { EVENTS } from './calendar-data';
import { fetchData, HEADERS, operationPath } from './calendar-requests';
import { EVENTS_PER_EVENT_OF_ALL_KINDS, EXCLUSIVE_WORDS, SEARCHES } from './calendar-texts';
import { type Figure, latencyFigures } from './harness/figure';
import { latenciesAt } from './harness/load';

const SEARCH = `query Search($text: String!, $after: String) {
  searchEvents(text: $text, first: 50, after: $after) {
    nodes { event { id info { title description } } } pageInfo { endCursor hasNextPage }
  }
}`;
const P99_BAR_MS = 50;
/** The rate of the requests and the duration of a measurement. */
const PER_SECOND = 10;
const SECONDS = 15;

interface SearchPage {
  nodes: { event: { id: string; info: { title: string; description: string }[] } }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

/** One page of results of a search. @throws Error when an event does not contain every word of `text` */
async function pageOf(origin: string, text: string, after: string | null = null): Promise<SearchPage> {
  const { searchEvents } = await fetchData<{ searchEvents: SearchPage }>(
    origin + operationPath(SEARCH, { text, after }),
  );
  for (const { event } of searchEvents.nodes) {
    const found = event.info.flatMap(({ title, description }) => `${title} ${description}`.split(' '));
    const hasAll = text.split(' ').every((word) => found.some((term) => term.startsWith(word)));
    if (!hasAll) throw new Error(`Invalid run: event ${event.id} does not have ${text}`);
  }
  return searchEvents;
}

/** Asserts that the pages of the search for EXCLUSIVE_WORDS contain each match once. Single pages can be empty. */
async function assertAllFound(origin: string): Promise<void> {
  const ids: string[] = [];
  for (let after: string | null = null, hasNext = true; hasNext;) {
    const { nodes, pageInfo }: SearchPage = await pageOf(origin, EXCLUSIVE_WORDS, after);
    ids.push(...nodes.map(({ event }) => event.id));
    after = pageInfo.endCursor;
    hasNext = pageInfo.hasNextPage;
  }
  const expected = Math.floor(EVENTS / EVENTS_PER_EVENT_OF_ALL_KINDS);
  if (ids.length !== expected || new Set(ids).size !== expected) {
    throw new Error(`Invalid run: ${ids.length} events, ${new Set(ids).size} different ones, instead of ${expected}`);
  }
}

async function latenciesOf(origin: string, name: string, text: string): Promise<Figure[]> {
  const targets = [{ url: origin + operationPath(SEARCH, { text }), headers: HEADERS }];
  const latencies = await latenciesAt(targets, { perSecond: PER_SECOND, seconds: SECONDS });
  return latencyFigures('calendar', `search for ${name}`, latencies, { p99BarMs: P99_BAR_MS, quantiles: [0.5, 0.99] });
}

/** The latencies of the first page of each search. */
export async function searches(origin: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, text] of Object.entries(SEARCHES)) {
    if ((await pageOf(origin, text)).nodes.length === 0) throw new Error(`Invalid run: no event has ${text}`);
    figures.push(...(await latenciesOf(origin, name, text)));
  }
  await assertAllFound(origin);
  return [...figures, ...(await latenciesOf(origin, 'two frequent words that exclude each other', EXCLUSIVE_WORDS))];
}
