import { ask, HEADERS, operationPath } from './calendar-requests';
import { SEARCHES } from './calendar-texts';
import { type Figure, latencyFigures } from './harness/figure';
import { latenciesAt } from './harness/load';

const SEARCH = `query Search($text: String!) {
  searchEvents(text: $text, first: 50) { nodes { event { id info { title } } } pageInfo { endCursor hasNextPage } }
}`;
const P99_BAR_MS = 50;
const PER_SECOND = 10;
const SECONDS = 15;

/** The first page of each search. */
export async function searches(origin: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, text] of Object.entries(SEARCHES)) {
    const url = origin + operationPath(SEARCH, { text });
    const { searchEvents } = await ask<{ searchEvents: { nodes: object[] } }>(url);
    if (searchEvents.nodes.length === 0) throw new Error(`Void: no event has ${text}`);
    const latencies = await latenciesAt([{ url, headers: HEADERS }], { perSecond: PER_SECOND, seconds: SECONDS });
    figures.push(
      ...latencyFigures('calendar', `search for ${name}`, latencies, { p99BarMs: P99_BAR_MS, quantiles: [0.5, 0.99] }),
    );
  }
  return figures;
}
