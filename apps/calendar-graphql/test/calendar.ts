import { openMail, type MailPayload } from '@almanac/outbox';
import { Clock, createService, loadConfiguration, Logger } from '@almanac/platform';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomBytes } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { calendarGraphql } from '../src/service';

const ENCRYPTION_KEY = 'a key for tests, of thirty-two characters';
export const TICKET_SECRET = 'a secret of tickets, of thirty-two characters';

/** The parts of a GraphQL response that tests read. */
export interface GraphqlResponse<T> {
  status: number;
  headers: Record<string, unknown>;
  data: T | null | undefined;
  errors: GraphqlFailure[];
}

export interface GraphqlFailure {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; retryAfter?: number; id?: string; errors?: { path: string; message: string }[] };
}

export interface Sender {
  hash?: string;
  headers?: Record<string, string>;
  ip?: string;
}

/** A clock that only `advance` moves. */
export class FixedClock extends Clock {
  constructor(private instant: Date = new Date()) {
    super();
  }

  override now(): Date {
    return new Date(this.instant);
  }

  advance(milliseconds: number): void {
    this.instant = new Date(this.instant.getTime() + milliseconds);
  }
}

/** The service with its own database, and the operations of tests. */
export class TestCalendar {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: TestDatabase,
    readonly source: DataSource,
    readonly clock: FixedClock,
  ) {}

  static async start(
    environment: Record<string, string> = {},
    { clock = new FixedClock(), logger = Logger.create({ service: 'test', level: 'silent' }) } = {},
  ): Promise<TestCalendar> {
    const database = await createTestDatabase();
    const configuration = loadConfiguration(CalendarGraphqlConfiguration, {
      NODE_ENV: 'test',
      RATE_LIMITS: 'off',
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: ENCRYPTION_KEY,
      CALENDAR_TICKET_SECRET: TICKET_SECRET,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    const app = await createService(calendarGraphql, configuration, { logger, clock });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new TestCalendar(app, database, await database.calendar(), clock);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  /** Sends one operation as `application/json`. */
  async send<T = Record<string, unknown>>(
    query: string,
    variables: Record<string, unknown> = {},
    { hash, headers, ip }: Sender = {},
  ): Promise<GraphqlResponse<T>> {
    const response = await this.app.inject({
      method: 'POST',
      url: '/graphql',
      ...(ip && { remoteAddress: ip }),
      headers: { ...(hash && { authorization: `Bearer ${hash}` }), ...headers },
      payload: { query, variables },
    });
    const { data, errors = [] } = response.json<{ data?: T | null; errors?: GraphqlFailure[] }>();
    return { status: response.statusCode, headers: response.headers, data, errors };
  }

  /** Sends an operation that must succeed and returns its data. */
  async ask<T = Record<string, unknown>>(
    query: string,
    variables: Record<string, unknown> = {},
    sender: Sender = {},
  ): Promise<T> {
    const { data, errors } = await this.send<T>(query, variables, sender);
    if (errors.length > 0 || !data) throw new Error(`Refused: ${JSON.stringify(errors)}`);
    return data;
  }

  /** The recorded mails to an address, decrypted, oldest first. */
  async mailsTo(address: string) {
    const rows = await this.source.query<{ payload: MailPayload }[]>(
      `select payload from calendar.outbox where event = 'mail.requested' and payload ->> 'to' = $1 and payload ? 'sealed' order by position`,
      [address],
    );
    return rows.map(({ payload }) => openMail(payload, ENCRYPTION_KEY));
  }

  /** The hash in the newest mail to an address. */
  async mailedHash(address: string): Promise<string> {
    const mail = (await this.mailsTo(address)).at(-1);
    if (!mail || !('hash' in mail.values)) throw new Error(`No link was mailed to ${address}.`);
    return mail.values.hash;
  }

  /** A new user with a session. */
  async addUser(
    username = `user_${randomBytes(6).toString('hex')}`,
  ): Promise<{ hash: string; id: string; email: string }> {
    const email = `${username}@example.org`;
    await this.ask('mutation ($input: SignupInput!) { signup(input: $input) { path message } }', {
      input: { email, username, name: `The ${username}` },
    });
    const hash = await this.mailedHash(email);
    const { signin } = await this.ask<{ signin: { user: { id: string } } }>(
      'mutation ($hash: String!) { signin(input: { hash: $hash }) { user { id } } }',
      { hash },
    );
    return { hash, id: signin.user.id, email };
  }
}
