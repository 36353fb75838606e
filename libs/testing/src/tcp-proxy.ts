import { type AddressInfo, createServer, connect, type Server, type Socket } from 'node:net';

/** A TCP proxy on loopback that can reset its connections. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  /** Opens a proxy to a port on loopback. @param port 0 for any free port */
  static async open(targetPort: number, port = 0): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, targetPort);
    server.on('connection', (client) => {
      const upstream = connect(targetPort, '127.0.0.1');
      proxy.join(client, upstream);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const { port } = this.server.address() as AddressInfo;
    return port;
  }

  /** Whether a connection of the target server runs through this proxy. @param port its client port, as the server sees it */
  carries(port: number): boolean {
    return [...this.sockets].some(({ localPort, remotePort }) => localPort === port && remotePort === this.targetPort);
  }

  /** Resets all open connections; new ones work. @returns the number of connections */
  cut(): number {
    const count = this.sockets.size;
    for (const socket of this.sockets) socket.resetAndDestroy();
    this.sockets.clear();
    return count / 2;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, upstream: Socket): void {
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
