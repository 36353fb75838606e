import GhostAdminApi from '@tryghost/admin-api';
import GhostContentApi from '@tryghost/content-api';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { type LocalDescription } from '../src/local-description';
import { eventually } from './local-run';

interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver that records its requests. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  private constructor(private readonly server: Server) {}

  static async listen(): Promise<Receiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.arrivals.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.end();
      });
    });
    const receiver = new Receiver(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

interface Integration {
  api_keys: { type: string; secret: string }[];
}

/** Creates an integration in a session of the owner. */
export async function createIntegration({
  adminApiUrl,
  owner,
}: LocalDescription): Promise<{ contentKey: string; adminKey: string }> {
  const base = `${adminApiUrl}/ghost/api/v3/admin`;
  const headers = { 'content-type': 'application/json', origin: adminApiUrl };
  const session = await fetch(`${base}/session/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: owner.email, password: owner.password }),
  });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const body = JSON.stringify({ integrations: [{ name: 'The whole path' }] });
  const created = await fetch(`${base}/integrations/`, { method: 'POST', headers: { ...headers, cookie }, body });
  const { integrations } = (await created.json()) as { integrations: Integration[] };
  const keys = integrations[0]?.api_keys ?? [];
  const secretOf = (type: string): string => keys.find((key) => key.type === type)?.secret ?? '';
  // The secret of an admin key is shown as `id:secret`, ready to be copied.
  return { contentKey: secretOf('content'), adminKey: secretOf('admin') };
}

/** Makes a scheduled post due now. The API only accepts times at least two minutes ahead. */
async function makeDue(databaseUrl: string, postId: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update publishing.posts set published_at = date_trunc('second', now()) where id = $1`, [postId]);
  await client.end();
}

/** Creates an integration, schedules a post, waits for its webhook and reads it with the official client. */
export async function walkTheWholePath(
  local: LocalDescription,
  receiver: Receiver,
): Promise<{ arrival: Arrival; isGhostSigned: boolean; isStandardSigned: boolean; read: Record<string, unknown> }> {
  const keys = await createIntegration(local);
  const admin = new GhostAdminApi({ url: local.adminApiUrl, key: keys.adminKey, version: 'v3.0' });
  const secret = 'a secret of at least sixteen characters';
  await admin.webhooks.add({ event: 'post.published', target_url: receiver.url, secret });
  const draft = await admin.posts.add(
    { title: 'The whole path', html: '<p>From one end to the other.</p>' },
    { source: 'html' },
  );
  const publishedAt = new Date(Date.now() + 180_000).toISOString();
  await admin.posts.edit({
    id: draft.id,
    updated_at: draft.updated_at,
    status: 'scheduled',
    published_at: publishedAt,
  });
  await makeDue(local.databaseUrl, draft.id);
  const arrival = await eventually(() => receiver.arrivals.find(({ body }) => body.includes(draft.id)));
  const [, digest, time] = /^sha256=(\w+), t=(\d+)$/.exec(String(arrival.headers['x-ghost-signature'])) ?? [];
  const headers = Object.fromEntries(Object.entries(arrival.headers).map(([name, value]) => [name, String(value)]));
  const content = new GhostContentApi({ url: local.contentApiUrl, key: keys.contentKey, version: 'v3.0' });
  return {
    arrival,
    isGhostSigned: digest === createHmac('sha256', secret).update(`${arrival.body}${time}`).digest('hex'),
    isStandardSigned: new Webhook(Buffer.from(secret).toString('base64')).verify(arrival.body, headers) !== undefined,
    read: await eventually(() => content.posts.read({ slug: draft.slug }).catch(() => undefined)),
  };
}
