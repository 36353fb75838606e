// The reference for cached responses: an HTTP server that sends a stored response, or 304 if the request has the ETag of this response.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

interface Headers {
  /** The headers of the response with status 200: names and values in turn. */
  full: string[];
  /** The headers of the response with status 304: names and values in turn. */
  unchanged: string[];
  etag: string;
}

/** The folder with the response that the benchmark has stored. */
const FOLDER = process.env.RESPONSE_FOLDER ?? '';
const body = readFileSync(`${FOLDER}/body`);
const headers = JSON.parse(readFileSync(`${FOLDER}/headers.json`, 'utf8')) as Headers;

createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.etag) response.writeHead(304, headers.unchanged).end();
  else response.writeHead(200, headers.full).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
