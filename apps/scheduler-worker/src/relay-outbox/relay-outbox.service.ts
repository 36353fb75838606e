import { ChannelListener, type SchemaName } from '@almanac/entities';
import { outboxChannel } from '@almanac/outbox';
import { Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { Sweep } from '../sweep/sweep';
import { Relay } from './relay';

const schemas: readonly SchemaName[] = ['publishing', 'calendar'];
const lostIntervalMs = 10_000;

/** Keeps both outboxes empty: told by NOTIFY, and by looking. */
@Injectable()
export class RelayOutboxService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps: Sweep[] = [];
  private readonly listeners: ChannelListener[] = [];

  constructor(
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly databases: Databases,
    private readonly relay: Relay,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all(schemas.map((schema) => this.watch(schema)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.sweeps.map((sweep) => sweep.stop()));
  }

  private async watch(schema: SchemaName): Promise<void> {
    const { logger } = this;
    const sweep = new Sweep({
      name: `Relaying the ${schema} outbox`,
      intervalMs: this.configuration.sweepIntervalMs,
      logger,
      work: () => this.relay.relayAll(schema),
    });
    const lost = new Sweep({
      name: `Looking for lost ${schema} jobs`,
      intervalMs: lostIntervalMs,
      logger,
      work: () => this.relay.relayLostAgain(schema),
    });
    const listener = new ChannelListener({
      url: this.databases.url(schema),
      channel: outboxChannel(schema),
      onNotification: () => sweep.ring(),
      onConnect: () => sweep.ring(),
      onError: (error) => logger.warn('The connection that hears of new facts was lost; it comes back.', error),
    });
    this.sweeps.push(sweep, lost);
    this.listeners.push(listener);
    sweep.start();
    lost.start();
    await listener.start();
  }
}
