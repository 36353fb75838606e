import { createTestDatabase, freePort, type TestDatabase } from '@almanac/testing';
import { createHash, randomBytes } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const SCRIPT = resolve(__dirname, '../../../apps/calendar-graphql/dist/main.js');
const READY_TIMEOUT_MS = 120_000;
const RETRY_PAUSE_MS = 20;
/** Attempts to send an operation. With the pauses between them, they leave a killed process enough time to start again. */
const MAX_ATTEMPTS = 2_000;

/** A calendar user, and the bearer token of their session. */
interface Session {
  userId: string;
  hash: string;
}

/** A process of calendar-graphql. */
class CalendarProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(environment: Record<string, string>): Promise<CalendarProcess> {
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...environment,
    };
    const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const url = `http://127.0.0.1:${port}`;
    const deadline = Date.now() + READY_TIMEOUT_MS;
    const isReady = () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error('The calendar did not become ready.');
      }
      await pause(RETRY_PAUSE_MS);
    }
    return new CalendarProcess(child, url);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

/** Two processes of calendar-graphql on one database. Tests can kill them at any time. */
export class RacingCalendar {
  private kills = 0;

  private constructor(
    private readonly database: TestDatabase,
    readonly source: DataSource,
    private readonly environment: Record<string, string>,
    private readonly processes: CalendarProcess[],
  ) {}

  static async start(): Promise<RacingCalendar> {
    const database = await createTestDatabase();
    const environment = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: 'a key for tests, of thirty-two characters',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
    };
    const processes = await Promise.all([CalendarProcess.start(environment), CalendarProcess.start(environment)]);
    return new RacingCalendar(database, await database.calendar(), environment, processes);
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()));
    await this.database.drop();
  }

  /** Adds users with one session each. */
  async addSessions(count: number): Promise<Session[]> {
    const sessions = Array.from({ length: count }, (_, index) => ({
      userId: index.toString(16).padStart(24, '0'),
      hash: randomBytes(32).toString('base64url'),
    }));
    const digests = sessions.map(({ hash }) => createHash('sha256').update(hash).digest('hex'));
    const ids = sessions.map(({ userId }) => userId);
    await this.source.query(
      `insert into calendar.users (id, email, email_key, username, username_key, name, confirmed_at, created_at)
       select id, id || '@example.org', id || '@example.org', id, id, id, now(), now() from unnest($1::text[]) id`,
      [ids],
    );
    await this.source.query(
      `insert into calendar.sessions (id, user_id, hash_digest, created_at, redeemable_until_at, redeemed_at, expires_at)
       select id, id, digest, now(), now(), now(), now() + interval '1 day'
       from unnest($1::text[], $2::text[]) as s (id, digest)`,
      [ids, digests],
    );
    return sessions;
  }

  /**
   * Sends a GraphQL operation. If a process does not respond, e.g. because it was killed, it is sent to the other one.
   * @throws Error when it is refused
   */
  async send<Data>(hash: string, query: string, variables: object, attempt = 0): Promise<Data> {
    const { url } = this.processes[attempt % this.processes.length] ?? { url: '' };
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${hash}` },
      body: JSON.stringify({ query, variables }),
    })
      .then(async (reply) => (reply.ok ? ((await reply.json()) as { data?: Data; errors?: object[] }) : undefined))
      .catch(() => undefined);
    if (response?.data && !response.errors) return response.data;
    if (attempt >= MAX_ATTEMPTS || response?.errors) throw new Error(`Refused: ${JSON.stringify(response)}`);
    await pause(RETRY_PAUSE_MS);
    return this.send(hash, query, variables, attempt + 1);
  }

  /** Kills one of the processes, in turn, by SIGKILL, and starts a new one. @returns the number of kills so far */
  async kill(): Promise<number> {
    const index = this.kills % this.processes.length;
    this.kills += 1;
    await this.processes[index]?.kill();
    this.processes[index] = await CalendarProcess.start(this.environment);
    return this.kills;
  }
}
