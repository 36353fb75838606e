// The floor of a warm answer: a bare HTTP server that sends the same bytes, headers and body, and 304 to who has them already.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

interface Headers {
  /** Names and values in turn. */
  full: string[];
  unchanged: string[];
  etag: string;
}

const folder = process.env.ANSWER_FOLDER ?? '';
const body = readFileSync(`${folder}/body`);
const { full, unchanged, etag } = JSON.parse(readFileSync(`${folder}/headers.json`, 'utf8')) as Headers;

createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) response.writeHead(304, unchanged).end();
  else response.writeHead(200, full).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
