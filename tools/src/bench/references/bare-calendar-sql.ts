// Reference for a page of occurrences: the same rows over pg. GET /?page=<index> responds with the ids of the occurrences of a
// page; GET / runs pages for SECONDS and responds with the rate.
import { createServer } from 'node:http';
import { Pool } from 'pg';
import { calendarStatements, weekOf } from '../calendar-data';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const CLIENTS = 32;
const SECONDS = 3;

interface PageRow {
  event_id: string;
  start_at: Date;
}

async function onePage(index: number): Promise<PageRow[]> {
  const { rows } = await pool.query<PageRow>({
    name: 'page',
    text: calendarStatements.page,
    values: weekOf(index),
  });
  const ids = [...new Set(rows.map(({ event_id: id }) => id))];
  await pool.query({ name: 'events', text: calendarStatements.events, values: [ids] });
  return rows;
}

/** Ids of occurrences in the form of the API. */
function idsOf(rows: PageRow[]): string[] {
  return rows.map(({ event_id, start_at }) => `${event_id}_${start_at.toISOString().replace(/[-:]|\.\d+/g, '')}`);
}

/** Pages per second with as many concurrent clients as the load generator has. */
async function measuredRate(): Promise<number> {
  const startedAt = performance.now();
  let rounds = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() - startedAt < SECONDS * 1000; rounds++) await onePage(rounds);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (rounds / (performance.now() - startedAt)) * 1000;
}

createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  const page = /^\/\?page=(\d+)$/.exec(request.url ?? '')?.[1];
  if (page !== undefined) return void onePage(Number(page)).then((rows) => response.end(JSON.stringify(idsOf(rows))));
  void measuredRate().then((rate) => response.end(String(rate)));
}).listen(Number(process.env.PORT), process.env.HOST);
