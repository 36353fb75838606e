// The reference for a page of occurrences: reads the same rows by pg, with the same pool of connections as the service.
// GET /?page=<number of the week> responds with the rows as JSON.
import { openPool, SERVICE_TIME_LIMITS } from '@almanac/entities';
import { createServer } from 'node:http';
import { calendarStatements, weekOf } from '../calendar-data';

/** The size and the settings of the service's pool for pages (apps/calendar-graphql/src/database), with DATABASE_POOL_SIZE unset. */
const pool = openPool({
  url: process.env.DATABASE_URL ?? '',
  name: 'bare-calendar-sql',
  max: 3,
  limits: SERVICE_TIME_LIMITS,
  settings: { plan_cache_mode: 'force_generic_plan' },
  onError: (error) => process.stderr.write(`${error.message}\n`),
});

interface PageRow {
  event_id: string;
  start_at: Date;
}

async function pageOf(index: number): Promise<{ occurrences: PageRow[]; events: object[] }> {
  const { rows } = await pool.query<PageRow>({ name: 'page', text: calendarStatements.page, values: weekOf(index) });
  const ids = [...new Set(rows.map(({ event_id: id }) => id))];
  const events = await pool.query<object>({ name: 'events', text: calendarStatements.events, values: [ids] });
  return { occurrences: rows, events: events.rows };
}

createServer((request, response) => {
  const page = /^\/\?page=(\d+)$/.exec(request.url ?? '')?.[1];
  if (page === undefined) return response.end();
  void pageOf(Number(page)).then((body) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
}).listen(Number(process.env.PORT), process.env.HOST);
