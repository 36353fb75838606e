import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { hostileHtml } from './hostile-post';

const HOOK = '/hook';

/** A server of an attacker. It records the requests of browsers, and responds to every request, also to webhooks, with scripts. */
export interface Attacker {
  host: string;
  hook: string;
  /** The paths of all requests that are not webhooks. */
  requests: string[];
  stop: () => void;
}

export async function startAttacker(): Promise<Attacker> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    if (request.url !== HOOK) requests.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end(hostileHtml({ upload: '/upload.js', host: '' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { host, hook: host + HOOK, requests, stop };
}

/** @returns a list that grows with each call of `ran` and each dialog in the pages of a profile */
export async function watchScripts(profile: BrowserContext): Promise<unknown[]> {
  const ran: unknown[] = [];
  await profile.exposeFunction('ran', (what: unknown) => void ran.push(what));
  profile.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  return ran;
}
