import { Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { promise as createPool, type queueAsPromised } from 'fastq';
import { Databases } from '../databases/databases';
import { Sweep } from '../sweep/sweep';
import { EmailSender } from './email-sender';
import { findDueEmails } from './find-due-emails';

/**
 * Turns (calls of `EmailSender.send`) that one worker runs at the same time. With
 * two turns, one sends mails while the other one ends a batch and claims the next.
 */
const TURNS = 2;
/** The pause before a failed turn of a newsletter is tried again. */
const FAILURE_PAUSE_MS = 10_000;

/**
 * Polls for newsletters with due work, and sends them in this process. It uses no job queue: jobs would stay locked after a worker is
 * killed, and would pile up while a large newsletter is sent. Several workers share a newsletter, because each batch is claimed separately.
 */
@Injectable()
export class SendDueEmailsService implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly sweep: Sweep;
  private readonly pool: queueAsPromised<string, boolean>;
  /** The turns, as `<newsletter id> <number of the turn>`, that wait, run, or failed less than `FAILURE_PAUSE_MS` ago. */
  private readonly turns = new Set<string>();
  private isStopping = false;

  constructor(
    private readonly databases: Databases,
    sender: EmailSender,
    { sweepIntervalMs: intervalMs }: SchedulerWorkerConfiguration,
    private readonly logger: Logger,
  ) {
    this.pool = createPool((emailId: string) => sender.send(emailId), TURNS);
    this.sweep = new Sweep({ name: 'Sweep for due newsletters', intervalMs, logger, work: () => this.startTurns() });
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    return this.sweep.stop();
  }

  /** Drops waiting turns and waits until the running ones have ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.pool.kill();
    await this.pool.drained();
  }

  /** Requests a poll for due newsletters as soon as possible. */
  trigger(): void {
    this.sweep.trigger();
  }

  private async startTurns(): Promise<void> {
    const emails = await findDueEmails(this.databases.publishing, TURNS);
    // Starts turn 0 of every newsletter, then turn 1 of every newsletter, so that two newsletters are sent side by side.
    for (let number = 0; number < TURNS; number += 1)
      for (const { emailId, maxTurns } of emails) if (number < maxTurns) void this.takeTurn(emailId, number);
  }

  private async takeTurn(emailId: string, number: number): Promise<void> {
    const turn = `${emailId} ${number}`;
    if (this.isStopping || this.turns.has(turn)) return;
    this.turns.add(turn);
    try {
      const hasMore = await this.pool.push(emailId);
      this.turns.delete(turn);
      if (hasMore) this.trigger();
    } catch (error) {
      this.logger.warn('Sending a newsletter failed; it is tried again.', { emailId }, error);
      setTimeout(() => this.turns.delete(turn), FAILURE_PAUSE_MS).unref();
    }
  }
}
