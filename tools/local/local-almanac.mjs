import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './prepare.mjs';
import { claimPorts, SupervisedProcess, untilReady } from './processes.mjs';
import { localSecrets } from './secrets.mjs';
import { ROOT, STATE } from './settings.mjs';

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'];
const PORTS_TIMEOUT_MS = 10_000;
const READY_TIMEOUT_MS = 60_000;

const variableOf = (service) => `${service.replaceAll('-', '_').toUpperCase()}_PORT`;
const origin = (port) => `http://localhost:${port}`;

/** The local Almanac: database, mailbox and the four services, started and stopped in order. */
export class LocalAlmanac {
  #processes = [];
  #postgres;

  constructor({ ports, environment, isEmpty, say }) {
    Object.assign(this, { ports, environment, isEmpty, say });
  }

  /** @returns the content of `.almanac/local.json` */
  async start() {
    const { POSTGRES_PORT, ...servicePorts } = this.ports;
    const isOwnDatabase = !this.environment.DATABASE_URL;
    await claimPorts(servicePorts, { timeoutMs: PORTS_TIMEOUT_MS });
    this.secrets = await localSecrets();
    this.databaseUrl = isOwnDatabase ? await this.#startPostgres(POSTGRES_PORT) : this.environment.DATABASE_URL;
    this.queueUrl = this.environment.QUEUE_URL ?? this.databaseUrl;
    const credentials = await this.#setUp();
    this.docsAccess = {
      DOCS_CONTENT_KEY: credentials.contentKey,
      DOCS_USER_EMAIL: credentials.owner.email,
      DOCS_USER_PASSWORD: credentials.owner.password,
    };
    await this.#startService('mailbox', join(ROOT, 'tools/dist/mailbox/main.js'));
    await Promise.all(
      SERVICES.map((service) => this.#startService(service, join(ROOT, 'apps', service, 'dist/main.js'))),
    );
    await Promise.all(SERVICES.map((service) => this.#untilServiceIsReady(service)));
    const local = this.#describe(credentials);
    if (!this.isEmpty) await this.#seed(local);
    return local;
  }

  /** Stops the services, then the mailbox and the database. It may be called at any time during a start. */
  async stop() {
    const services = this.#processes.filter(({ name }) => name !== 'mailbox');
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all(this.#processes.map((process) => process.stop()));
    await this.#postgres?.stop();
  }

  async #startPostgres(port) {
    // Imported here because it needs packages that prepare.mjs installs.
    const { startEmbeddedPostgres } = await import('./embedded-postgres.mjs');
    this.#postgres = await startEmbeddedPostgres({
      dataFolder: join(STATE, 'data'),
      port,
      logFile: join(STATE, 'logs/postgres.log'),
    });
    return this.#postgres.url('almanac');
  }

  /** The environment of a service or tool of this installation. */
  #environmentOf(name) {
    const { ports, secrets } = this;
    return {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      // Without a proxy, the Admin API serves the images and sign-in links of the site.
      SITE_URL: origin(ports.ADMIN_API_PORT),
      CALENDAR_URL: origin(ports.CALENDAR_GRAPHQL_PORT),
      ENCRYPTION_KEY: secrets.encryptionKey,
      SMTP_URL: `smtp://127.0.0.1:${ports.SMTP_PORT}`,
      MAIL_FROM: 'Almanac <noreply@almanac.example>',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      STORAGE_PATH: join(STATE, 'content'),
      MAILBOX_FOLDER: join(STATE, 'mails'),
      // Rejects requests after DNS rebinding: a foreign host name that resolves to this machine.
      ALLOWED_HOSTS: 'localhost,127.0.0.1,[::1]',
      ...this.docsAccess,
      ...this.environment,
      TZ: 'UTC',
      DATABASE_URL: this.databaseUrl,
      QUEUE_URL: this.queueUrl,
      SMTP_PORT: String(ports.SMTP_PORT),
      MAILBOX_PORT: String(ports.MAILBOX_PORT),
      ...(SERVICES.includes(name) && { PORT: String(ports[variableOf(name)]) }),
    };
  }

  /** Creates and migrates the database, and creates the owner, the keys and the calendar user if missing. */
  async #setUp() {
    const env = {
      ...this.#environmentOf('set-up'),
      OWNER_PASSWORD: this.secrets.ownerPassword,
      CALENDAR_HASH: this.secrets.calendarHash,
    };
    const output = await run(
      process.execPath,
      [join(ROOT, 'tools/dist/local/set-up.js'), ...(this.isEmpty ? ['--empty'] : [])],
      { stdio: 'pipe', env },
    );
    return JSON.parse(output.trim().split('\n').at(-1));
  }

  async #startService(name, script) {
    const onRestart = (service, reason) => this.say(`! ${service} stopped (${reason}); restarting it`);
    const process = new SupervisedProcess(name, script, this.#environmentOf(name), { onRestart });
    this.#processes.push(process);
    await process.start();
  }

  async #untilServiceIsReady(service) {
    const describe = async () => {
      const log = await readFile(join(STATE, 'logs', `${service}.log`), 'utf8').catch(() => '');
      return `The last lines of its log:\n${log.split('\n').slice(-15).join('\n')}`;
    };
    await untilReady(`http://127.0.0.1:${this.ports[variableOf(service)]}/health/ready`, {
      timeoutMs: READY_TIMEOUT_MS,
      describe,
    });
    this.say(`✓ ${service}`);
  }

  async #seed(local) {
    const env = { ...this.#environmentOf('seed'), ALMANAC_LOCAL: JSON.stringify(local) };
    const output = await run(process.execPath, [join(ROOT, 'tools/dist/seed/main.js')], { stdio: 'pipe', env });
    if (output.trim()) this.say(output.trim());
  }

  #describe({ contentKey, adminKey, schedulerKey, owner, calendarSession }) {
    const { ports } = this;
    return {
      contentApiUrl: origin(ports.CONTENT_API_PORT),
      adminApiUrl: origin(ports.ADMIN_API_PORT),
      calendarUrl: origin(ports.CALENDAR_GRAPHQL_PORT),
      workerUrl: origin(ports.SCHEDULER_WORKER_PORT),
      mailboxUrl: origin(ports.MAILBOX_PORT),
      databaseUrl: this.databaseUrl,
      queueUrl: this.queueUrl,
      contentKey,
      adminKey,
      schedulerKey,
      owner,
      calendarSession,
    };
  }
}
