import { ApiKey, type RoleName, User } from '@almanac/entities';
import { type Clock, createService, Logger } from '@almanac/platform';
import { hashPassword, openSession } from '@almanac/publishing';
import { addIntegration, addOwner, addUser, createTestDatabase } from '@almanac/testing';
import { AdminApiConfiguration } from '@almanac/validation';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import jwt from 'jsonwebtoken';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { adminApi } from '../src/admin-api';
import { SESSION_COOKIE } from '../src/session/session-cookie';
import { Caller, type Version } from './caller';

export const SITE_URL = 'http://localhost:2368';
export const PASSWORD = 'Sup3rS3cret!42';
export const ENCRYPTION_KEY = 'a-key-for-tests-that-is-long-enough!';
export const TICKET_SECRET = 'a-secret-for-tickets-of-tests-that-is-long';

export type StaffRole = Extract<RoleName, 'Owner' | 'Administrator' | 'Editor' | 'Author' | 'Contributor'>;

export interface AdminApiUnderTest {
  app: NestFastifyApplication;
  dataSource: DataSource;
  /** A client without credentials. */
  anonymous: Caller;
  /** The owner, signed in. */
  owner: Caller;
  /** An integration with its admin key. */
  integration: Caller;
  integrationId: string;
  adminKey: ApiKey;
  contentKey: ApiKey;
  /** A signed-in user with the role: one user per role, created at the first call. */
  as(role: StaffRole): Promise<Caller & { user: User }>;
  /** Starts another replica of the service on the same database; returns a client without credentials. */
  startReplica(): Promise<{ anonymous: Caller; close(): Promise<void> }>;
  /** Signs a user in without a password. */
  signIn(userId: string): Promise<Caller>;
  close(): Promise<void>;
}

export interface AdminApiTestOptions {
  clock?: Clock;
  /** Silent when absent. */
  logger?: Logger;
  environment?: Partial<AdminApiConfiguration>;
  /** False leaves the site without an owner. */
  isSetUp?: boolean;
}

/** A token of an admin key, as official clients create it. */
export function tokenFor({ id, secret }: Pick<ApiKey, 'id' | 'secret'>, audience: string, now = new Date()): string {
  return jwt.sign({ iat: Math.floor(now.getTime() / 1000) }, Buffer.from(secret, 'hex'), {
    keyid: id,
    algorithm: 'HS256',
    expiresIn: '5m',
    audience,
  });
}

/** A caller that signs each request with an admin key. */
export function callerWithKey(
  app: NestFastifyApplication,
  key: Pick<ApiKey, 'id' | 'secret'>,
  clock: Pick<Clock, 'now'> = { now: () => new Date() },
): Caller {
  return new Caller(app, (version: Version) => ({
    authorization: `Ghost ${tokenFor(key, `/${version}/admin/`, clock.now())}`,
  }));
}

function configurationFor(url: string, environment: Partial<AdminApiConfiguration> = {}): AdminApiConfiguration {
  return Object.assign(new AdminApiConfiguration(), {
    nodeEnv: 'test',
    databaseUrl: url,
    siteUrl: SITE_URL,
    // Most tests need one origin only; two-origins.e2e-spec.ts has both.
    singleOrigin: true,
    encryptionKey: ENCRYPTION_KEY,
    calendarTicketSecret: TICKET_SECRET,
    webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    rateLimits: 'off',
    ...environment,
  });
}

async function startApp(url: string, options: AdminApiTestOptions): Promise<NestFastifyApplication> {
  const app = await createService(adminApi, configurationFor(url, options.environment), {
    logger: options.logger ?? Logger.create({ service: 'admin-api', level: 'silent' }),
    clock: options.clock,
  });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

/** Starts the service on a new database and an empty folder for uploads, with an owner and an integration. Call `close` afterwards. */
export async function startAdminApi(given: AdminApiTestOptions = {}): Promise<AdminApiUnderTest> {
  const database = await createTestDatabase();
  const dataSource = await database.publishing();
  const storagePath = await mkdtemp(join(tmpdir(), 'almanac-uploads-'));
  const options = { ...given, environment: { storagePath, ...given.environment } };
  const app = await startApp(database.url, options);

  const { manager } = dataSource;
  const { integration, adminKey, contentKey } = await addIntegration(manager);
  const passwordHash = await hashPassword(PASSWORD);
  if (options.isSetUp !== false) await addOwner(manager, { password: passwordHash });

  const signIn = async (userId: string): Promise<Caller> => {
    const now = options.clock?.now() ?? new Date();
    const { secret } = await openSession(manager, { userId, origin: SITE_URL, now });
    return new Caller(app, () => ({ cookie: `${SESSION_COOKIE}=${secret}`, origin: SITE_URL }));
  };
  const staff = new Map<StaffRole, Promise<Caller & { user: User }>>();
  const createStaff = async (role: StaffRole): Promise<Caller & { user: User }> => {
    const user =
      role === 'Owner'
        ? await manager.findOneByOrFail(User, { id: '1' })
        : await addUser(manager, { role, email: `${role.toLowerCase()}@example.com`, password: passwordHash });
    return Object.assign(await signIn(user.id), { user });
  };
  const anonymous = new Caller(app, () => ({}));
  return {
    app,
    dataSource,
    anonymous,
    owner: options.isSetUp === false ? anonymous : await signIn('1'),
    integration: callerWithKey(app, adminKey, options.clock),
    integrationId: integration.id,
    adminKey,
    contentKey,
    signIn,
    startReplica: async () => {
      const replica = await startApp(database.url, options);
      return { anonymous: new Caller(replica, () => ({})), close: () => replica.close() };
    },
    as: (role) => {
      const known = staff.get(role) ?? createStaff(role);
      staff.set(role, known);
      return known;
    },
    close: async () => {
      await app.close();
      await database.drop();
      await rm(storagePath, { recursive: true });
    },
  };
}
