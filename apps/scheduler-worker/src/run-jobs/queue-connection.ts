import { assertNoPooler, connectWhenReachable } from '@almanac/entities';
import { InternalServerError } from '@almanac/errors';
import { JobQueues, openQueueBackend, type QueueBackend } from '@almanac/jobs';
import { type Logger, reporterOfConnectRetries } from '@almanac/platform';
import { type OnApplicationShutdown } from '@nestjs/common';

const REPORT_INTERVAL_MS = 5_000;

/**
 * Logs at most one connection error in 5 s, because each queue and each BullMQ worker reports the same error at every reconnect. An engine
 * that cannot be used, e.g. a Redis in cluster mode, is reported once per connection, and always logged.
 */
function createErrorReporter(logger: Logger): (error: Error) => void {
  let reportedAt = -Infinity;
  return (error) => {
    if (error instanceof InternalServerError) return logger.error('The queue engine cannot be used.', error);
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = performance.now();
    logger.warn('Lost the connection to the queue engine; reconnecting.', error);
  };
}

/** The queue engine (Redis or PostgreSQL) and its queues; closed after the jobs have ended. */
export class QueueConnection implements OnApplicationShutdown {
  private constructor(
    readonly backend: QueueBackend,
    readonly queues: JobQueues,
    /** Logs an error of the engine. Of connection errors, it logs at most one in 5 s. */
    readonly onError: (error: Error) => void,
  ) {}

  /**
   * Connects to the engine. While a PostgreSQL engine cannot be reached, it retries without limit.
   * @param url the value of `QUEUE_URL`
   * @throws IncorrectUsageError for a PostgreSQL behind a connection pooler, because BullMQ needs LISTEN and its own search_path
   * @throws InternalServerError for a URL or an engine that is not supported, e.g. a Redis in cluster mode
   * @throws the error of the driver if the engine refuses the connection, e.g. a wrong password
   */
  static async open(url: string, logger: Logger): Promise<QueueConnection> {
    const onError = createErrorReporter(logger);
    const open = async (): Promise<QueueBackend> => {
      if (/^postgres(ql)?:/.test(url)) await assertNoPooler(url, 'QUEUE_URL');
      return openQueueBackend(url, { onError });
    };
    const backend = await connectWhenReachable(open, reporterOfConnectRetries(logger));
    return new QueueConnection(backend, new JobQueues(backend, onError), onError);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
    await this.backend.close();
  }
}
