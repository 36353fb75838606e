import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The numbers of connections of a pool, and of the callers that wait for a connection. `Pool` of `pg` has these properties. */
export interface ObservablePool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** The upper bounds of the buckets, in seconds. */
const REQUEST_DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The Prometheus registry of a service, with the metrics that all services have: process, event loop, requests, pools. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests: Histogram<'method' | 'route' | 'status'>;
  private readonly pools = new Map<string, ObservablePool>();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
    const { pools } = this;
    this.requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Seconds from the headers of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_DURATION_BUCKETS,
      registers: [this.registry],
    });
    this.gauge(
      'database_pool_connections',
      'Connections of the database pool by state; waiting: callers without a connection.',
      ['pool', 'state'],
      (gauge) => {
        for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
          gauge.set({ pool, state: 'busy' }, totalCount - idleCount);
          gauge.set({ pool, state: 'idle' }, idleCount);
          gauge.set({ pool, state: 'waiting' }, waitingCount);
        }
      },
    );
  }

  /** Counts a request in the histogram of request durations. */
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void {
    this.requests.observe(labels, seconds);
  }

  /** Adds a pool to the gauge of connections, with the label `pool="<name>"`. */
  observePool(name: string, pool: ObservablePool): void {
    this.pools.set(name, pool);
  }

  counter<L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> {
    return new Counter<L>({ name, help, labelNames, registers: [this.registry] });
  }

  histogram<L extends string>(name: string, help: string, labelNames: L[], buckets: number[]): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  /**
   * Registers a gauge. `collect` is called before each scrape, to set the current value. If it fails, the gauge has no value, and the
   * scrape returns the other metrics.
   */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: L[] = [],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L> {
    return new Gauge<L>({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && {
        async collect(this: Gauge<L>) {
          try {
            await collect(this);
          } catch {
            removeValues(this);
          }
        },
      }),
    });
  }
}

function removeValues<L extends string>(gauge: Gauge<L>): void {
  gauge.reset();
  // `reset` sets a gauge without labels to 0 instead of removing its value.
  gauge.remove({});
}
