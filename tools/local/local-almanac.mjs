import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './prepare.mjs';
import { canListen, SupervisedProcess, untilPortsAreFree, untilReady } from './processes.mjs';
import { localSecrets } from './secrets.mjs';
import { ROOT, STATE } from './settings.mjs';

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'];
const PORTS_TIMEOUT_MS = 10_000;
const READY_TIMEOUT_MS = 60_000;

const portVariableOf = (service) => `${service.replaceAll('-', '_').toUpperCase()}_PORT`;
const origin = (port) => `http://localhost:${port}`;

/** The local Almanac: starts and stops the edge, the database, the mailbox, the four services and the example site in their order. */
export class LocalAlmanac {
  #processes = [];
  /** The start of PostgreSQL: a promise, so that `stop` can wait for a server that is starting. */
  #postgres;
  #edge;
  #status = { isReady: false, isSiteExpected: false, step: '', links: [] };

  /**
   * @param options `ports`: the result of `portsOf`; `environment`: variables that replace the defaults of the services; `isEmpty`: whether
   *   the site gets no sample content; `progress`: the `Progress` that shows the steps
   */
  constructor({ ports, environment, isEmpty, progress }) {
    Object.assign(this, { ports, environment, isEmpty, progress });
  }

  /** Starts the edge, which shows a page about the start until the services respond. It works before the packages are installed. */
  async openEdge() {
    // SITE_PORT may be in use: the program that listens there is the site, and the example site is not started.
    const { POSTGRES_PORT: _postgres, SITE_PORT: _site, ...ownPorts } = this.ports;
    await untilPortsAreFree(ownPorts, { timeoutMs: PORTS_TIMEOUT_MS });
    this.hasOwnSite = !(await canListen(this.ports.SITE_PORT));
    this.#edge = await this.#startProcess('edge', join(ROOT, 'tools/local/edge/main.mjs'));
    this.reportToEdge({ isSiteExpected: !this.hasOwnSite });
  }

  /**
   * Updates the state that the pages of the edge show: `step`, `isSiteExpected` and, when the services respond, `isReady`
   * and `links`.
   */
  reportToEdge(change) {
    Object.assign(this.#status, change);
    this.#edge?.send(this.#status);
  }

  /** Starts the database, the mailbox and the services, and writes the sample content. @returns the content of `.almanac/local.json` */
  async start() {
    const credentials = await this.progress.step({ doing: 'Preparing the database', done: 'Database ready' }, () =>
      this.#prepareDatabase(),
    );
    this.siteKey = credentials.siteKey;
    this.docsAccess = {
      DOCS_CONTENT_KEY: credentials.contentKey,
      DOCS_USER_EMAIL: credentials.owner.email,
      DOCS_USER_PASSWORD: credentials.owner.password,
    };
    await this.progress.step({ doing: 'Starting the services', done: 'Services started' }, () => this.#startServices());
    const local = this.#describe(credentials);
    if (!this.isEmpty) {
      await this.progress.step({ doing: 'Writing the sample site', done: 'Sample site written' }, () =>
        this.#seed(local),
      );
    }
    return local;
  }

  /** Starts the built example site, unless another program listens on SITE_PORT. @returns whether it started the site */
  async startSite() {
    if (this.hasOwnSite) return false;
    await this.#startProcess('site', join(ROOT, 'tools/local/site.mjs'), this.#environmentOfSite());
    await this.#untilResponds('site', `http://127.0.0.1:${this.ports.SITE_PORT}/robots.txt`);
    this.reportToEdge({ isSiteExpected: false });
    return true;
  }

  /** Stops the services, then the edge, the mailbox and the site, and then the database. It may be called at any time during a start. */
  async stop() {
    const services = this.#processes.filter(({ name }) => SERVICES.includes(name));
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all(this.#processes.map((process) => process.stop()));
    const postgres = await this.#postgres?.catch(() => undefined);
    await postgres?.stop();
  }

  async #prepareDatabase() {
    this.secrets = await localSecrets();
    this.databaseUrl = this.environment.DATABASE_URL ?? (await this.#startPostgres(this.ports.POSTGRES_PORT));
    this.queueUrl = this.environment.QUEUE_URL ?? this.databaseUrl;
    return this.#setUp();
  }

  async #startServices() {
    await this.#startProcess('mailbox', join(ROOT, 'tools/dist/mailbox/main.js'));
    await Promise.all(
      SERVICES.map((service) => this.#startProcess(service, join(ROOT, 'apps', service, 'dist/main.js'))),
    );
    await Promise.all(
      SERVICES.map((service) =>
        this.#untilResponds(service, `http://127.0.0.1:${this.ports[portVariableOf(service)]}/health/ready`),
      ),
    );
  }

  async #startPostgres(port) {
    // Imported here because it needs packages that prepare.mjs installs.
    const { startEmbeddedPostgres } = await import('./embedded-postgres.mjs');
    this.#postgres = startEmbeddedPostgres({
      dataFolder: join(STATE, 'data'),
      port,
      logFile: join(STATE, 'logs/postgres.log'),
    });
    return (await this.#postgres).url('almanac');
  }

  /** The environment variables of a service or tool of this installation. */
  #environmentOf(name) {
    const { ports, secrets } = this;
    return {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      SITE_URL: origin(ports.EDGE_PORT),
      // Not the origin of the site, because scripts of authors run there.
      ADMIN_URL: origin(ports.ADMIN_API_PORT),
      CALENDAR_URL: origin(ports.CALENDAR_GRAPHQL_PORT),
      ENCRYPTION_KEY: secrets?.encryptionKey,
      CALENDAR_TICKET_SECRET: secrets?.calendarTicketSecret,
      SMTP_URL: `smtp://127.0.0.1:${ports.SMTP_PORT}`,
      MAIL_FROM: 'Almanac <noreply@almanac.example>',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      STORAGE_PATH: join(STATE, 'content'),
      MAILBOX_FOLDER: join(STATE, 'mails'),
      // Other hosts are rejected. This prevents DNS rebinding: requests by a foreign host name that resolves to this machine.
      ALLOWED_HOSTS: 'localhost,127.0.0.1,[::1]',
      ...this.docsAccess,
      ...this.environment,
      TZ: 'UTC',
      DATABASE_URL: this.databaseUrl,
      QUEUE_URL: this.queueUrl,
      SMTP_PORT: String(ports.SMTP_PORT),
      MAILBOX_PORT: String(ports.MAILBOX_PORT),
      EDGE_PORT: String(ports.EDGE_PORT),
      EDGE_TARGETS: JSON.stringify(this.#edgeTargets()),
      ...(SERVICES.includes(name) && { PORT: String(ports[portVariableOf(name)]) }),
    };
  }

  /**
   * The origins to which the edge sends requests. That of the site has the host `localhost`: development servers may listen on IPv6 only.
   */
  #edgeTargets() {
    const services = SERVICES.map((service) => [service, `http://127.0.0.1:${this.ports[portVariableOf(service)]}`]);
    return { ...Object.fromEntries(services), site: origin(this.ports.SITE_PORT) };
  }

  /** Creates and migrates the database, and creates the owner, the keys and the calendar user if missing. */
  async #setUp() {
    const env = {
      ...this.#environmentOf('set-up'),
      OWNER_PASSWORD: this.secrets.ownerPassword,
      CALENDAR_HASH: this.secrets.calendarHash,
      ...(!this.hasOwnSite && {
        SITE_WEBHOOK_URL: `http://127.0.0.1:${this.ports.SITE_PORT}/webhooks/almanac/`,
        SITE_WEBHOOK_SECRET: this.secrets.siteWebhookSecret,
      }),
    };
    const output = await run(
      process.execPath,
      [join(ROOT, 'tools/dist/local/set-up.js'), ...(this.isEmpty ? ['--empty'] : [])],
      { stdio: 'pipe', env },
    );
    return JSON.parse(output.trim().split('\n').at(-1));
  }

  /** The environment variables of the example site: without secrets of the services, except the secret of its own webhooks. */
  #environmentOfSite() {
    const { ports } = this;
    return {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(ports.SITE_PORT),
      SITE_URL: this.#environmentOf('site').SITE_URL,
      CONTENT_API_URL: `http://127.0.0.1:${ports.CONTENT_API_PORT}`,
      MEMBERS_URL: `http://127.0.0.1:${ports.ADMIN_API_PORT}`,
      CALENDAR_URL: `http://127.0.0.1:${ports.CALENDAR_GRAPHQL_PORT}`,
      CONTENT_API_KEY: this.siteKey,
      WEBHOOK_SECRET: this.secrets.siteWebhookSecret,
    };
  }

  async #startProcess(name, script, environment = this.#environmentOf(name)) {
    const onRestart = (service, reason) => this.progress.note(`! ${service} stopped (${reason}); restarting it`);
    const process = new SupervisedProcess(name, script, environment, { onRestart });
    this.#processes.push(process);
    await process.start();
    return process;
  }

  async #untilResponds(service, url) {
    const describe = async () => {
      const log = await readFile(join(STATE, 'logs', `${service}.log`), 'utf8').catch(() => '');
      return `The last lines of its log:\n${log.split('\n').slice(-15).join('\n')}`;
    };
    await untilReady(url, { timeoutMs: READY_TIMEOUT_MS, describe });
  }

  async #seed(local) {
    const env = { ...this.#environmentOf('seed'), ALMANAC_LOCAL: JSON.stringify(local) };
    const output = await run(process.execPath, [join(ROOT, 'tools/dist/seed/main.js')], { stdio: 'pipe', env });
    if (output.trim()) this.progress.note(output.trim());
  }

  #describe({ contentKey, adminKey, schedulerKey, owner, calendarSession }) {
    const { ports } = this;
    const { SITE_URL: siteUrl, ADMIN_URL: adminUrl } = this.#environmentOf('local');
    return {
      siteUrl: siteUrl.replace(/\/$/, ''),
      consoleUrl: `${adminUrl.replace(/\/$/, '')}/console/`,
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
