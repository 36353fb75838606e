import {
  acknowledgedAtLeast,
  ageSeenAtLeast,
  deliveryAtMost,
  faultsAtLeast,
  instantsAtLeast,
  latenessAtMost,
  type Limit,
  noExit,
  noViolation,
  racesAtLeast,
} from './limits';
import type { InjectionOptions } from './injection/fault-injector';
import type { WorkloadShape } from './workload';

/** How posts are scheduled: through the Admin API, or by SQL, with which posts can be due in less than two minutes. */
export type Through = 'admin-api' | 'sql';

/** The load and the faults of a run, and its limits (required figures). */
export interface Scenario extends WorkloadShape, InjectionOptions {
  /** The tested promise, e.g. `P1`; apps/scheduler-worker/README.md explains it. */
  promise: string;
  /** The description for `--help`. */
  about: string;
  through: Through;
  /** The number of workers. */
  workers: number;
  /** The number of runs, each with its own seed. */
  seeds: number;
  /** The duration of one run in seconds. */
  seconds: number;
  /** Whether metrics are scraped during the run. */
  isWatched?: boolean;
  /** Whether the run begins with posts whose dates are around clock changes. */
  hasInstants?: boolean;
  limits: readonly Limit[];
}

const defaults = {
  through: 'sql',
  workers: 3,
  seeds: 1,
  seconds: 60,
  rate: 20,
  spreadMs: 3_000,
  raceShare: 0,
  only: [],
  gapMs: [100, 900],
  holdMs: [300, 4_000],
} as const;

/** The scenarios by name. Those with faults of Redis need `--queue redis`. */
export const scenarios: Record<string, Scenario> = {
  random: {
    ...defaults,
    promise: 'P1',
    about: 'all short faults in random order; no post is lost, published twice or early',
    through: 'admin-api',
    seeds: 20,
    seconds: 10,
    raceShare: 0.25,
    limits: [noViolation, acknowledgedAtLeast(1)],
  },
  'frozen-workers': {
    ...defaults,
    promise: 'P2',
    about: 'a worker is frozen for 35 s inside the transaction that publishes; run it with 2, 4 and 8 workers',
    workers: 2,
    seconds: 120,
    only: ['freeze-worker'],
    limits: [noViolation, faultsAtLeast('freeze-worker', 3)],
  },
  clocks: {
    ...defaults,
    promise: 'P3',
    about: 'clocks of workers are ten minutes off, jump, or stop',
    only: ['shift-clock', 'step-clock'],
    gapMs: [0, 200],
    limits: [noViolation, faultsAtLeast('step-clock', 5), latenessAtMost(1, 2_000)],
  },
  quiet: {
    ...defaults,
    promise: 'P4',
    about: 'one post a second, no faults',
    seconds: 150,
    rate: 1,
    only: ['quiet'],
    limits: [noViolation, latenessAtMost(0.99, 500), latenessAtMost(1, 2_000)],
  },
  burst: {
    ...defaults,
    promise: 'P5',
    about: 'ten thousand posts are due in one second',
    burst: 10_000,
    only: ['quiet'],
    limits: [noViolation, acknowledgedAtLeast(10_000), latenessAtMost(0.99, 3_000), latenessAtMost(1, 5_000)],
  },
  'killed-workers': {
    ...defaults,
    promise: 'P6',
    about: 'a worker is killed every 2 to 7 s; the others take over',
    seconds: 120,
    only: ['kill-worker'],
    gapMs: [1_900, 6_500],
    // A killed worker is started again after this time, as by a process manager.
    holdMs: [100, 500],
    limits: [noViolation, faultsAtLeast('kill-worker', 20), latenessAtMost(1, 5_000)],
  },
  'killed-lone-worker': {
    ...defaults,
    promise: 'P6',
    about: 'the only worker is killed every 2 to 7 s; lateness counts from its restart',
    workers: 1,
    seconds: 120,
    only: ['kill-worker'],
    gapMs: [1_900, 6_500],
    // A killed worker is started again after this time, as by a process manager.
    holdMs: [100, 500],
    limits: [noViolation, faultsAtLeast('kill-worker', 20), latenessAtMost(1, 5_000)],
  },
  'flushed-redis': {
    ...defaults,
    promise: 'P7',
    about: 'Redis is flushed, or killed and started empty, repeatedly',
    seconds: 120,
    only: ['flush-redis', 'kill-redis'],
    limits: [noViolation, faultsAtLeast('kill-redis', 10), latenessAtMost(0.99, 3_000)],
  },
  'without-redis': {
    ...defaults,
    promise: 'P7',
    about: 'five minutes without Redis; webhooks are still delivered',
    seconds: 300,
    only: ['redis-away'],
    limits: [
      noViolation,
      faultsAtLeast('redis-away', 1),
      latenessAtMost(0.99, 3_000),
      deliveryAtMost(0.99, 5_000),
      deliveryAtMost(1, 15_000),
    ],
  },
  'restarted-postgres': {
    ...defaults,
    promise: 'P8',
    about:
      'PostgreSQL is stopped without a checkpoint and started again, 20 times; lateness counts from when it accepts connections',
    through: 'admin-api',
    seconds: 200,
    rate: 5,
    only: ['restart-postgres'],
    gapMs: [3_000, 7_000],
    limits: [noViolation, faultsAtLeast('restart-postgres', 20), latenessAtMost(1, 10_000), noExit],
  },
  races: {
    ...defaults,
    promise: 'P9',
    about: 'each of 10,000 posts is unscheduled, moved, edited or deleted within 400 ms of its due time',
    through: 'admin-api',
    seconds: 400,
    rate: 40,
    raceShare: 1,
    only: ['quiet'],
    limits: [noViolation, racesAtLeast(10_000)],
  },
  blackout: {
    ...defaults,
    promise: 'P10',
    about: 'all processes are down for two minutes, then start at once; lateness counts from then',
    seconds: 60,
    rate: 50,
    spreadMs: 180_000,
    only: ['blackout'],
    gapMs: [30_000, 30_000],
    holdMs: [120_000, 120_000],
    limits: [noViolation, faultsAtLeast('blackout', 1), latenessAtMost(1, 10_000)],
  },
  'short-blackout': {
    ...defaults,
    promise: 'P10',
    about: 'all processes are down for ten seconds, then start at once; lateness counts from then',
    seconds: 5,
    rate: 20,
    spreadMs: 15_000,
    only: ['blackout'],
    gapMs: [4_000, 4_000],
    holdMs: [10_000, 10_000],
    limits: [noViolation, faultsAtLeast('blackout', 1), latenessAtMost(1, 10_000)],
  },
  zones: {
    ...defaults,
    promise: 'P11',
    about:
      'services run in different zones; posts are dated around clock changes and on 29 February, with many offsets',
    through: 'admin-api',
    workers: 4,
    seconds: 150,
    only: ['quiet'],
    hasInstants: true,
    limits: [noViolation, instantsAtLeast(500), latenessAtMost(1, 2_000)],
  },
  'held-rows': {
    ...defaults,
    promise: 'P12',
    about: 'a transaction locks due posts for 3 to 8 s; metrics report their number and age',
    only: ['hold-rows'],
    isWatched: true,
    limits: [noViolation, faultsAtLeast('hold-rows', 5), ageSeenAtLeast(1_000)],
  },
};
