import { ChannelListener, type SchemaName } from '@almanac/entities';
import { outboxChannel } from '@almanac/outbox';
import { Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { Sweep } from '../sweep/sweep';
import { Relay } from './relay';

const schemas: readonly SchemaName[] = ['publishing', 'calendar'];
const LOST_INTERVAL_MS = 10_000;

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
    const bells = new Map(schemas.map((schema) => [schema, this.watch(schema)]));
    await Promise.all(this.databases.servers().map(({ url, schemas: told }) => this.listen(url, told, bells)));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.sweeps.map((sweep) => sweep.stop()));
  }

  /** Sweeps one outbox; returns what makes the sweep run at once. */
  private watch(schema: SchemaName): () => void {
    const { logger } = this;
    const sweep = new Sweep({
      name: `Relaying the ${schema} outbox`,
      intervalMs: this.configuration.sweepIntervalMs,
      logger,
      work: () => this.relay.relayAll(schema),
    });
    const lost = new Sweep({
      name: `Looking for lost ${schema} jobs`,
      intervalMs: LOST_INTERVAL_MS,
      logger,
      work: () => this.relay.relayLostAgain(schema),
    });
    this.sweeps.push(sweep, lost);
    sweep.start();
    lost.start();
    return () => sweep.ring();
  }

  /** Listens for the outboxes of one server over one connection. */
  private async listen(url: string, told: readonly SchemaName[], bells: Map<SchemaName, () => void>): Promise<void> {
    const ringOf = (schema: SchemaName) => (): void => bells.get(schema)?.();
    const listener = new ChannelListener({
      url,
      channels: Object.fromEntries(told.map((schema) => [outboxChannel(schema), ringOf(schema)])),
      onConnect: () => told.forEach((schema) => ringOf(schema)()),
      onError: (error) =>
        this.logger.warn(`Lost the announcements of new outboxEvents: ${error.message}`, { schemas: told }),
    });
    this.listeners.push(listener);
    await listener.start();
  }
}
