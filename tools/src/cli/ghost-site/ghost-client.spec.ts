import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GhostClient, siteUrlOf } from './ghost-client';

describe('siteUrlOf', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/ghost', 'https://example.com'],
    ['https://example.com/ghost/#/settings/integrations', 'https://example.com'],
    ['https://example.com/blog/ghost/', 'https://example.com/blog'],
    ['https://example.com/ghost-stories/', 'https://example.com/ghost-stories'],
    ['https://ghost.example.com', 'https://ghost.example.com'],
    ['https://ghost.example.com/ghost/', 'https://ghost.example.com'],
    ['http://127.0.0.1:2368/', 'http://127.0.0.1:2368'],
  ])('of %s is %s', (url, siteUrl) => expect(siteUrlOf(url)).toBe(siteUrl));
});

it('names the status of a site that responds with temporary errors only', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = `${'a'.repeat(24)}:${'b'.repeat(64)}`;
  const client = new GhostClient({ url, key, allowsPrivateAddresses: true, retryDelaysMs: [] });
  try {
    await expect(client.readSite()).rejects.toThrow(`${url} responds with status 503.`);
  } finally {
    await client.close();
    server.close();
  }
});
