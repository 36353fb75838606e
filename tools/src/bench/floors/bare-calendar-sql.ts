// The floor of a page of occurrences: the same rows over pg, and nothing else. GET / runs one round for SECONDS and answers the rate.
import { createServer } from 'node:http';
import { Pool } from 'pg';
import { calendarStatements, weekOf } from '../calendar-data';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const CLIENTS = 32;
const SECONDS = 3;

async function onePage(round: number): Promise<void> {
  const { rows } = await pool.query<{ event_id: string }>(calendarStatements.page, weekOf(round));
  await pool.query(calendarStatements.events, [[...new Set(rows.map(({ event_id: id }) => id))]]);
}

/** Rounds per second when as many clients as the load generator has ask without pause. */
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
  void measuredRate().then((rate) => response.end(String(rate)));
}).listen(Number(process.env.PORT), process.env.HOST);
