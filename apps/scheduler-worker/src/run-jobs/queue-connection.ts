import { JobQueues, openQueueBackend, type QueueBackend } from '@almanac/jobs';
import { type Logger } from '@almanac/platform';
import { type OnApplicationShutdown } from '@nestjs/common';

/** The engine of the queues and their producing side; closed last, when no job runs any more. */
export class QueueConnection implements OnApplicationShutdown {
  private constructor(
    readonly backend: QueueBackend,
    readonly queues: JobQueues,
  ) {}

  static async open(url: string, logger: Logger): Promise<QueueConnection> {
    const onError = (error: Error): void => logger.warn('A connection of the queue was lost; it comes back.', error);
    const backend = await openQueueBackend(url, { onError });
    return new QueueConnection(backend, new JobQueues(backend, onError));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
    await this.backend.close();
  }
}
