import { freePort } from '@almanac/testing';
import { resolve } from 'node:path';

const EMBEDDED_POSTGRES = resolve(__dirname, '../../../local/embedded-postgres.mjs');

/** A running server (see tools/local/embedded-postgres.mjs). */
interface Running {
  url(database?: string): string;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

interface EmbeddedPostgresModule {
  startEmbeddedPostgres(options: {
    dataFolder: string;
    port: number;
    settings?: Record<string, string | number>;
  }): Promise<Running>;
}

/** A PostgreSQL server with its default settings for durability, because faults stop it without a checkpoint. */
export class PostgresServer {
  private constructor(
    private readonly module: EmbeddedPostgresModule,
    private readonly dataFolder: string,
    readonly port: number,
    private running: Running,
  ) {}

  static async start(dataFolder: string): Promise<PostgresServer> {
    const module: EmbeddedPostgresModule = await import(EMBEDDED_POSTGRES);
    const port = await freePort();
    return new PostgresServer(module, dataFolder, port, await PostgresServer.run(module, dataFolder, port));
  }

  private static run(module: EmbeddedPostgresModule, dataFolder: string, port: number): Promise<Running> {
    return module.startEmbeddedPostgres({ dataFolder, port, settings: { max_connections: 400 } });
  }

  url(database: string): string {
    return this.running.url(database);
  }

  /** Stops the server without a checkpoint, as `pg_ctl stop -m immediate` does. */
  stopImmediately(): Promise<void> {
    return this.running.stop('immediate');
  }

  /** Starts the server on the same data. Resolves when it accepts connections. */
  async startAgain(): Promise<void> {
    this.running = await PostgresServer.run(this.module, this.dataFolder, this.port);
  }

  stop(): Promise<void> {
    return this.running.stop('fast');
  }
}
