import { Clock, Logger } from '@almanac/platform';
import { ContentDisk } from '@almanac/storage';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const HOUR_MS = 3_600_000;
const RETENTION_MS = 30 * 24 * HOUR_MS;
/** Shorter than a day, because each start of the service restarts the timer. */
const PERIOD_MS = 6 * HOUR_MS;

/** Removes resized images that were made more than 30 days ago. The next request for such an image makes it again. */
@Injectable()
export class ResizedImageExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly disk: ContentDisk,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.removeExpired().catch((error: unknown) => this.report(error)), PERIOD_MS);
    this.#timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  async removeExpired(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_MS);
    const count = await this.disk.removeOlder('resized', before);
    if (count > 0) this.logger.info('Resized images removed', { count });
  }

  private report(error: unknown): void {
    this.logger.warn('Resized images not removed', { err: error });
  }
}
