// The floor of a warm answer: a bare HTTP server that sends the bytes of BODY_FILE, and 304 to who has them already.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const body = readFileSync(process.env.BODY_FILE ?? '');
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length, etag: '"floor"' };

createServer((request, response) => {
  if (request.headers['if-none-match'] === '"floor"') response.writeHead(304, { etag: '"floor"' }).end();
  else response.writeHead(200, headers).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
