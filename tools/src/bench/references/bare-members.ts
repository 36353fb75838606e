// The reference for the import and export of members: parses the file and writes its rows by COPY; reads the table by COPY into a file.
// POST / responds with the rows per second of the import, GET / with those of the export.
import { parse } from 'csv-parse';
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { EMPTY_MEMBERS, MEMBERS } from '../members-data';

const { DATABASE_URL, MEMBERS_FILE = '', OUT_FILE = '', PORT, HOST } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 1 });

/** Lines for COPY, with values that are separated by tabs. The values in this file need no escaping. */
async function* copyLines(records: AsyncIterable<string[]>): AsyncGenerator<string> {
  const at = new Date().toISOString();
  for await (const values of records) yield `${[randomBytes(12).toString('hex'), ...values, at, at].join('\t')}\n`;
}

/** The members per second that `work` reads or writes. */
async function rateOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (MEMBERS / (performance.now() - startedAt)) * 1000;
}

async function copyIn(): Promise<number> {
  const client = await pool.connect();
  await client.query(EMPTY_MEMBERS);
  const into = copyFrom('copy publishing.members (id, email, name, note, created_at, updated_at) from stdin');
  const rate = await rateOf(() =>
    pipeline(createReadStream(MEMBERS_FILE), parse({ from_line: 2 }), copyLines, client.query(into)),
  );
  client.release();
  return rate;
}

async function copyOut(): Promise<number> {
  const client = await pool.connect();
  const out = copyTo(
    'copy (select id, email, name, note, created_at from publishing.members order by id) to stdout (format csv, header)',
  );
  const rate = await rateOf(() => pipeline(client.query(out), createWriteStream(OUT_FILE)));
  client.release();
  return rate;
}

createServer((request, response) => {
  if (request.url === '/health/ready') return response.end();
  void (request.method === 'POST' ? copyIn() : copyOut()).then((perSecond) => response.end(String(perSecond)));
}).listen(Number(PORT), HOST);
