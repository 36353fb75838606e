import { messageOf } from '@almanac/errors';
import { ChannelListener, type SchemaName } from '@almanac/entities';
import { outboxChannel } from '@almanac/outbox';
import { Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type ListenTarget, Databases } from '../databases/databases';
import { Sweep } from '../sweep/sweep';
import { Relay } from './relay';

/**
 * The interval of the checks for incomplete events, whose job is not done, and for unknown events, which only a newer version of the
 * worker can relay.
 */
const CHECK_INTERVAL_MS = 10_000;

/** Relays the outboxes of both schemas: at once on NOTIFY, and by a sweep. */
@Injectable()
export class RelayOutboxService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly relaySweeps: Record<SchemaName, Sweep>;
  private readonly checkSweeps: Sweep[];
  private readonly listeners: ChannelListener[] = [];

  constructor(
    { sweepIntervalMs }: SchedulerWorkerConfiguration,
    private readonly databases: Databases,
    relay: Relay,
    private readonly logger: Logger,
  ) {
    const relaySweep = (schema: SchemaName): Sweep =>
      new Sweep({
        name: `Relaying the ${schema} outbox`,
        intervalMs: sweepIntervalMs,
        logger,
        work: () => relay.relayAll(schema),
      });
    const checkSweep = (schema: SchemaName): Sweep =>
      new Sweep({
        name: `Checking the ${schema} outbox for incomplete and unknown events`,
        intervalMs: CHECK_INTERVAL_MS,
        logger,
        work: async () => {
          await relay.requeueIncomplete(schema);
          await relay.reportUnknown(schema);
        },
      });
    this.relaySweeps = { publishing: relaySweep('publishing'), calendar: relaySweep('calendar') };
    this.checkSweeps = [checkSweep('publishing'), checkSweep('calendar')];
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const sweep of this.sweeps()) sweep.start();
    await Promise.all(this.databases.listenTargets.map((target) => this.listen(target)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.sweeps().map((sweep) => sweep.stop()));
  }

  private sweeps(): Sweep[] {
    return [...Object.values(this.relaySweeps), ...this.checkSweeps];
  }

  /**
   * Listens for new events in the outboxes of one database, over one connection. Each new connection triggers the relay sweeps,
   * because notifications may have been lost before it.
   */
  private async listen({ url, schemas }: ListenTarget): Promise<void> {
    const trigger = (schema: SchemaName) => (): void => this.relaySweeps[schema].trigger();
    const listener = new ChannelListener({
      url,
      channels: Object.fromEntries(schemas.map((schema) => [outboxChannel(schema), trigger(schema)])),
      onConnect: () => schemas.forEach((schema) => trigger(schema)()),
      onError: (error) => this.logger.warn(`Cannot listen for new outbox events: ${messageOf(error)}`, { schemas }),
    });
    this.listeners.push(listener);
    await listener.start();
  }
}
