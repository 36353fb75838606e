import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type RequestKind, RequestTimes } from './request-times';

/** A connection pool as far as its figures go; `pg`'s Pool is one. */
export interface ObservablePool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The service's Prometheus registry, with what every service shows: process, event loop, requests, database pools. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests: Histogram<'method' | 'route' | 'status'>;
  private readonly times = new Map<string, RequestTimes>();
  private readonly pools = new Map<string, ObservablePool>();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
    const { times, pools } = this;
    this.requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers: [this.registry],
      collect: () => times.forEach((some) => some.count()),
    });
    this.gauge(
      'database_pool_connections',
      'Connections of the database pool by state.',
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

  observeRequest(kind: RequestKind, seconds: number): void {
    this.requests.observe({ ...kind }, seconds);
  }

  /** For requests of one kind that take next to no time: keep what this gives and add to it. */
  requestTimes(kind: RequestKind): RequestTimes {
    const key = `${kind.method} ${kind.status} ${kind.route}`;
    const times = this.times.get(key) ?? new RequestTimes((seconds) => this.observeRequest(kind, seconds));
    this.times.set(key, times);
    return times;
  }

  /** Shows the figures of a connection pool under `pool="<name>"`. */
  observePool(name: string, pool: ObservablePool): void {
    this.pools.set(name, pool);
  }

  /** A counter; `collect`, if given, adds to it what came since the metrics were read last. */
  counter<L extends string>(
    name: string,
    help: string,
    labelNames: L[] = [],
    collect?: (counter: Counter<L>) => void,
  ): Counter<L> {
    return new Counter<L>({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && {
        collect(this: Counter<L>) {
          collect(this);
        },
      }),
    });
  }

  histogram<L extends string>(name: string, help: string, labelNames: L[], buckets: number[]): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  /** A gauge; `collect`, if given, sets it anew each time the metrics are read. */
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
        collect(this: Gauge<L>) {
          return collect(this);
        },
      }),
    });
  }
}
