import { newerMigrations, pendingMigrationsOfSource } from '@almanac/entities';
import { outboxBacklog, type OutboxBacklog } from '@almanac/outbox';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import { type DueBacklog, type DueAction, readDueBacklog } from '../posts/due-posts';
import type { PublishingContext } from '../publishing-context';
import type { EmailStatus } from '../emails/email-operations';
import {
  DELIVERIES_SQL,
  FAILED_MAILS_SQL,
  NEWSLETTER_PROBLEMS_SQL,
  FAILING_WEBHOOKS_SQL,
  LATENESS_SQL,
  OPEN_NEWSLETTERS_SQL,
  WAITING_MAILS_SQL,
} from './health-statements';

const LATENESS_HOURS = 6;
const FAILED_MAIL_HOURS = 24;
const FAILED_NEWSLETTER_DAYS = 7;
const MAX_ROWS = 50;

/** The lateness, in seconds, of the posts and pages that were published or unpublished within a period of five minutes. */
export interface LatenessPoint {
  /** The start of the period. */
  at: Date;
  count: number;
  mean: number;
  max: number;
}

/** A webhook whose last attempt failed, or that is disabled. */
export interface FailingWebhook {
  id: string;
  name: string | null;
  event: string;
  targetUrl: string;
  integrationId: string | null;
  status: 'available' | 'disabled';
  /** The time of the first failure since the last success. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  lastTriggeredAt: Date | null;
  /** The HTTP status of the last attempt, as text; null without a response. */
  lastStatus: string | null;
  lastError: string | null;
}

/** A mail to one address, e.g. an invitation, for which the worker makes no more attempts. */
export interface FailedMail {
  id: string;
  template: string;
  reason: string;
  requestedAt: Date;
}

/** A newsletter that failed, that the worker stopped, that waits (see {@link OpenNewsletters}), or that failed for some recipients. */
export interface NewsletterProblem {
  id: string;
  postId: string;
  subject: string;
  status: EmailStatus;
  recipients: number;
  sent: number;
  failed: number;
  error: string | null;
  createdAt: Date;
}

/** The newsletters that are being sent. */
interface OpenNewsletters {
  sending: number;
  /** How many of them wait because they cannot be rendered, or because the mail server accepts no mail. */
  failing: number;
  /** Seconds since the earliest of these waits began; 0 if none waits. */
  failingSeconds: number;
}

/** The number of rows that wait for the worker. The oldest age is 0 if none waits. */
interface Backlog {
  waiting: number;
  oldestAgeSeconds: number;
}

/** The state of the worker's tasks. Ages are by the clock of PostgreSQL. */
export interface HealthSummary {
  due: Record<DueAction, DueBacklog>;
  /** In the last 6 hours. */
  lateness: LatenessPoint[];
  outbox: OutboxBacklog;
  /** `due`: the deliveries whose next attempt is due and that no worker has claimed. The oldest age is that of these. */
  deliveries: Backlog & { due: number };
  /** At most 50, as the lists of failures below. */
  webhooks: FailingWebhook[];
  /** `failed`: the number of mails that failed in the last 24 hours. */
  mails: Backlog & { failed: number; failures: FailedMail[] };
  /** The failures are newsletters of the last 7 days. */
  newsletters: OpenNewsletters & { failures: NewsletterProblem[] };
  /** Names of migrations: `pending` ones were not run yet; `newer` ones were run by a newer version of Almanac. */
  migrations: { pending: string[]; newer: string[] };
}

/** Reads the health summary: due posts, their lateness, backlogs and failures. */
export class HealthService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Reads the summary. Its statements run one after the other, so that they use one connection at a time.
   * @throws NoPermissionError
   */
  async summary(actor: Actor): Promise<HealthSummary> {
    authorize(actor, 'health.read');
    const { dataSource } = this.context;
    const { manager } = dataSource;
    const due = await readDueBacklog(manager);
    const lateness = await manager.query<LatenessPoint[]>(LATENESS_SQL, [LATENESS_HOURS]);
    const outbox = await outboxBacklog(manager);
    const [deliveries] = await manager.query<HealthSummary['deliveries'][]>(DELIVERIES_SQL);
    const webhooks = await manager.query<FailingWebhook[]>(FAILING_WEBHOOKS_SQL, [MAX_ROWS]);
    const mails = await this.readMails();
    const newsletters = await this.readNewsletters();
    const migrations = {
      pending: await pendingMigrationsOfSource(dataSource),
      newer: await newerMigrations(dataSource),
    };
    const none = { waiting: 0, due: 0, oldestAgeSeconds: 0 };
    return { due, lateness, outbox, deliveries: deliveries ?? none, webhooks, mails, newsletters, migrations };
  }

  private async readNewsletters(): Promise<HealthSummary['newsletters']> {
    const { manager } = this.context.dataSource;
    const [open = { sending: 0, failing: 0, failingSeconds: 0 }] =
      await manager.query<OpenNewsletters[]>(OPEN_NEWSLETTERS_SQL);
    const parameters = [FAILED_NEWSLETTER_DAYS, MAX_ROWS];
    return { ...open, failures: await manager.query<NewsletterProblem[]>(NEWSLETTER_PROBLEMS_SQL, parameters) };
  }

  private async readMails(): Promise<HealthSummary['mails']> {
    const { manager } = this.context.dataSource;
    const [waiting] = await manager.query<Backlog[]>(WAITING_MAILS_SQL);
    const rows = await manager.query<(FailedMail & { total: number })[]>(FAILED_MAILS_SQL, [
      FAILED_MAIL_HOURS,
      MAX_ROWS,
    ]);
    const failures = rows.map(({ id, template, reason, requestedAt }) => ({ id, template, reason, requestedAt }));
    return { ...(waiting ?? { waiting: 0, oldestAgeSeconds: 0 }), failed: rows[0]?.total ?? 0, failures };
  }
}
