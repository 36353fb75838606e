// Reference for cached responses: a bare HTTP server that sends the same headers and body, and 304 for the same ETag.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

interface Headers {
  /** Names and values in turn. */
  full: string[];
  unchanged: string[];
  etag: string;
}

const FOLDER = process.env.ANSWER_FOLDER ?? '';
const body = readFileSync(`${FOLDER}/body`);
const headers = JSON.parse(readFileSync(`${FOLDER}/headers.json`, 'utf8')) as Headers;

createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.etag) response.writeHead(304, headers.unchanged).end();
  else response.writeHead(200, headers.full).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
