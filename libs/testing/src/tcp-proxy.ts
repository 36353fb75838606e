import { type AddressInfo, createServer, connect, type Server, type Socket } from 'node:net';

/** A TCP proxy on loopback that can reset its connections, and can stop forwarding data. */
export class TcpProxy {
  /** Two sockets for each connection: to the client and to the target server. */
  private readonly sockets = new Set<Socket>();
  private isFrozen = false;

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

  /** Whether a connection to the target server goes through this proxy. @param port the client port that the server sees */
  carries(port: number): boolean {
    return [...this.sockets].some(({ localPort, remotePort }) => localPort === port && remotePort === this.targetPort);
  }

  /** Resets all open connections; new connections work. @returns the number of reset connections */
  cut(): number {
    const count = this.sockets.size;
    for (const socket of this.sockets) socket.resetAndDestroy();
    this.sockets.clear();
    return count / 2;
  }

  /** Stops forwarding data, for open and for new connections. The connections stay open. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    // The operating system may have accepted connections for which the event was not emitted yet.
    this.server.removeAllListeners('connection').on('connection', (client) => client.destroy());
    this.cut();
    await closed;
  }

  private join(client: Socket, upstream: Socket): void {
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      if (!this.isFrozen) socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
