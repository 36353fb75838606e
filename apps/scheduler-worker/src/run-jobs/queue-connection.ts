import { assertDirect } from '@almanac/entities';
import { JobQueues, openQueueBackend, type QueueBackend } from '@almanac/jobs';
import { type Logger } from '@almanac/platform';
import { type OnApplicationShutdown } from '@nestjs/common';

const REPORT_EVERY_MS = 5_000;

/** Each queue and worker tells of the same lost connection, again with every try to reconnect: once in a while is enough. */
export function reporterOf(logger: Logger): (error: Error) => void {
  let reportedAt = -Infinity;
  return (error) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    logger.warn('The queue cannot be reached, or lost a connection; it comes back by itself.', error);
  };
}

/** The engine of the queues and their producing side; closed last, when no job runs any more. */
export class QueueConnection implements OnApplicationShutdown {
  private constructor(
    readonly backend: QueueBackend,
    readonly queues: JobQueues,
  ) {}

  /** @throws IncorrectUsageError for a PostgreSQL behind a connection pooler: BullMQ needs LISTEN and a search_path of its own */
  static async open(url: string, logger: Logger): Promise<QueueConnection> {
    if (/^postgres(ql)?:/.test(url)) await assertDirect(url, 'QUEUE_URL');
    const onError = reporterOf(logger);
    const backend = await openQueueBackend(url, { onError });
    return new QueueConnection(backend, new JobQueues(backend, onError));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
    await this.backend.close();
  }
}
