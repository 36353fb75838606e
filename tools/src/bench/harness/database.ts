import { createPublishingDataSource, runMigrations } from '@almanac/entities';
import { freePort } from '@almanac/testing';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { type DataSource } from 'typeorm';
import { useAllCores } from './service-process';

const ROOT = resolve(__dirname, '../../../..');

/** The server that tools/local/embedded-postgres.mjs starts. */
interface EmbeddedPostgres {
  url(database?: string): string;
  /** The id of the main process. */
  pid: number;
  stop(): Promise<void>;
}

interface EmbeddedPostgresModule {
  startEmbeddedPostgres(options: {
    dataFolder: string;
    port: number;
    settings?: Record<string, string | number>;
  }): Promise<EmbeddedPostgres>;
}

/** The embedded PostgreSQL of the benchmarks. Later runs use the databases again, which are in `.almanac/bench`. */
export class BenchDatabases {
  private constructor(private readonly server: EmbeddedPostgres) {}

  /** @param options.hasAllCores whether PostgreSQL may use all cores; by default it uses only the core of the load generator */
  static async start({ hasAllCores = false } = {}): Promise<BenchDatabases> {
    const dataFolder = join(ROOT, '.almanac/bench/data');
    mkdirSync(join(dataFolder, '..'), { recursive: true });
    // This ES module is not compiled, because it also runs before the build. So it is imported by its path.
    const module: EmbeddedPostgresModule = await import(join(ROOT, 'tools/local/embedded-postgres.mjs'));
    const settings = {
      shared_buffers: '1GB',
      max_wal_size: '4GB',
      work_mem: '16MB',
      // The benchmark `burst` reads the commit times of publications.
      track_commit_timestamp: 'on',
    };
    const server = await module.startEmbeddedPostgres({ dataFolder, port: await freePort(), settings });
    if (hasAllCores) useAllCores(server.pid);
    return new BenchDatabases(server);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /**
   * The URL of a migrated database that `seed` has filled, in this run or in an earlier one.
   * @param name the name of the database: the content and its version, e.g. `content_10k_1`
   */
  async seeded(name: string, seed: (source: DataSource) => Promise<void>): Promise<string> {
    const url = this.server.url(name);
    const client = new Client({ connectionString: this.server.url('postgres') });
    await client.connect();
    try {
      const complete = await client.query(
        'select 1 from pg_database where datname = $1 and datallowconn and datistemplate',
        [name],
      );
      if (complete.rowCount) {
        // Migrations can be newer than the data.
        await runMigrations({ url });
        return url;
      }
      await client.query(`drop database if exists ${client.escapeIdentifier(name)}`);
      await client.query(`create database ${client.escapeIdentifier(name)}`);
      await runMigrations({ url });
      const source = await createPublishingDataSource({ url }).initialize();
      await seed(source);
      await source.query('vacuum analyze');
      await source.destroy();
      // `is_template` marks a database that is complete: an interrupted run leaves it without this mark.
      await client.query(`alter database ${client.escapeIdentifier(name)} is_template true`);
      return url;
    } finally {
      await client.end();
    }
  }
}
