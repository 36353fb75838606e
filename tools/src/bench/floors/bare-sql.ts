// The floor of a cold answer: the same rows over pg, and nothing else. POST-less: GET /page or /slug runs one round for SECONDS and answers the rate.
import { createServer } from 'node:http';
import { Pool } from 'pg';
import { DIFFERENT_PAGES, pageStatements } from '../content-data';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const CLIENTS = 32;

async function onePage(round: number): Promise<void> {
  const offset = (round % DIFFERENT_PAGES) * 15;
  const [{ rows }] = await Promise.all([
    pool.query<{ id: string }>(pageStatements.page, [offset]),
    pool.query(pageStatements.count),
  ]);
  const ids = rows.map(({ id }) => id);
  await Promise.all([pool.query(pageStatements.tags, [ids]), pool.query(pageStatements.authors, [ids])]);
}

async function onePost(round: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(pageStatements.slug, [`post-${1 + (round % DIFFERENT_PAGES)}`]);
  const ids = rows.map(({ id }) => id);
  await Promise.all([pool.query(pageStatements.tags, [ids]), pool.query(pageStatements.authors, [ids])]);
}

/** Rounds per second when as many clients as the load generator has ask without pause. */
async function rateOf(work: (round: number) => Promise<void>, seconds: number): Promise<number> {
  const startedAt = performance.now();
  let rounds = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() - startedAt < seconds * 1000; rounds++) await work(rounds);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (rounds / (performance.now() - startedAt)) * 1000;
}

createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  const work = request.url === '/slug' ? onePost : onePage;
  void rateOf(work, 3).then((rate) => response.end(String(rate)));
}).listen(Number(process.env.PORT), process.env.HOST);
