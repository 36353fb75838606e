import { EventLoopPause } from '@almanac/publishing';

/**
 * Renders rows in their order. Yields to the event loop regularly, so that other requests run while many large documents are converted,
 * e.g. from mobiledoc to lexical.
 */
export async function renderRows<Row, Json>(rows: readonly Row[], render: (row: Row) => Json): Promise<Json[]> {
  const pause = new EventLoopPause();
  const rendered: Json[] = [];
  for (const row of rows) {
    rendered.push(render(row));
    await pause.yieldIfDue();
  }
  return rendered;
}
