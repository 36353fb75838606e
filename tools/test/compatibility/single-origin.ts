import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type LocalDescription } from '../../src/local-description';

/** The paths of the Content API; deploy/edge/Caddyfile has the same. */
const CONTENT_PATH = /^\/ghost\/api\/([^/]+\/)?content(\/|$)/;

/** Clients of Ghost know one address for both APIs, so this server forwards each request to its service. */
export class SingleOrigin {
  private constructor(private readonly server: Server) {}

  static async listen({ contentApiUrl, adminApiUrl }: LocalDescription): Promise<SingleOrigin> {
    const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      const target = CONTENT_PATH.test(incoming.url ?? '') ? contentApiUrl : adminApiUrl;
      const { method, headers } = incoming;
      const forwarded = request(new URL(incoming.url ?? '/', target), { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    };
    const server = createServer(forward);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new SingleOrigin(server);
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
