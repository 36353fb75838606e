import { onlyForHosts } from '@almanac/platform';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, type Server as NetServer } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { type MailMessage, MessageStore } from './message-store';
import { listPage, messagePage } from './page';

const LARGEST_MAIL_BYTES = 10_000_000;
const MAILS_PER_PAGE = 50;

function addressesOf(addresses: Address | Address[] | undefined): string {
  return [addresses ?? []]
    .flat()
    .map(({ address }) => address ?? '')
    .filter(Boolean)
    .join(', ');
}

async function parseMail(raw: Buffer, { rcptTo }: SMTPServerEnvelope): Promise<MailMessage> {
  const mail = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    // Without a `To` header, the recipients are in the envelope only.
    to: addressesOf(mail.to) || rcptTo.map(({ address }) => address).join(', '),
    from: addressesOf(mail.from),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headers.map(({ originalKey, value }) => ({ key: originalKey, value })),
    receivedAt: new Date().toISOString(),
  };
}

function smtpServerFor(store: MessageStore): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: LARGEST_MAIL_BYTES,
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        parseMail(Buffer.concat(chunks), envelope).then((message) => {
          store.add(message);
          callback();
        }, callback);
      });
    },
  });
}

function handleRequest(store: MessageStore, request: IncomingMessage, response: ServerResponse): void {
  const [pathname = '', query] = (request.url ?? '').split('?', 2);
  const searchParams = new URLSearchParams(query);
  const send = (status: number, type: string, body: string): void =>
    void response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
  const to = searchParams.get('to') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(searchParams.get('page') ?? '') ? Number(searchParams.get('page')) : 1;
  if (pathname === '/api/messages' && request.method === 'DELETE') {
    store.clear();
    return send(204, 'text/plain', '');
  }
  if (request.method !== 'GET') return send(405, 'text/plain', 'Method not allowed');
  if (pathname === '/' || pathname === '/api/messages') {
    const found = store.list({ to, page, limit: MAILS_PER_PAGE });
    response.setHeader('x-total-count', String(found.total));
    if (pathname !== '/') return send(200, 'application/json', JSON.stringify(found.messages));
    return send(200, 'text/html', listPage(found, { to, page, pages: Math.ceil(found.total / MAILS_PER_PAGE) }));
  }
  const id = /^\/messages\/([\da-f-]+)$/.exec(pathname)?.[1];
  const found = id === undefined ? undefined : store.find(id);
  return found ? send(200, 'text/html', messagePage(found)) : send(404, 'text/plain', 'Not found');
}

/** A running mailbox and its ports. */
export interface Mailbox {
  smtpPort: number;
  httpPort: number;
  close(): Promise<void>;
}

async function listen(server: NetServer, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

export interface MailboxOptions {
  smtpPort: number;
  httpPort: number;
  host?: string;
  /** The folder in which mails are stored. Without it they are only in memory, and lost at the end of the process. */
  folder?: string;
  /** The hosts for which the HTTP server responds; an empty list allows all hosts. */
  allowedHosts?: readonly string[];
}

/** Starts a mailbox: it accepts all mails by SMTP, delivers none of them, and shows them as html and JSON. Port 0 selects a free port. */
export async function startMailbox({
  smtpPort,
  httpPort,
  host = '127.0.0.1',
  folder,
  allowedHosts = [],
}: MailboxOptions): Promise<Mailbox> {
  const store = new MessageStore(folder);
  const smtp = smtpServerFor(store);
  const http = createServer(onlyForHosts(allowedHosts, (request, response) => handleRequest(store, request, response)));
  await listen(smtp.server, smtpPort, host);
  await listen(http, httpPort, host);
  return {
    smtpPort: (smtp.server.address() as AddressInfo).port,
    httpPort: (http.address() as AddressInfo).port,
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
