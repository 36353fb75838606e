import {
  acknowledgedAtLeast,
  ageSeenAtLeast,
  type Bar,
  deliveryAtMost,
  instantsAtLeast,
  latenessAtMost,
  noExit,
  noViolation,
  racesAtLeast,
  strikesAtLeast,
} from './bars';
import type { NemesisOptions } from './nemesis/nemesis';
import type { WorkloadShape } from './workload';

/** Who takes the schedules: the Admin API, or rows written as it writes them (no two minutes of notice). */
export type Through = 'admin-api' | 'sql';

/** What is done to a cluster, and what is asked of it. */
export interface Scenario extends WorkloadShape, NemesisOptions {
  promise: string;
  about: string;
  through: Through;
  workers: number;
  /** Runs of the nemesis, each with a seed of its own. */
  seeds: number;
  /** Seconds of one run. */
  seconds: number;
  /** Metrics are asked for all the while. */
  isWatched?: boolean;
  /** Posts are dated at the odd moments of many zones first. */
  hasInstants?: boolean;
  bars: readonly Bar[];
}

const usual = {
  through: 'sql',
  workers: 3,
  seeds: 1,
  seconds: 60,
  rate: 20,
  spreadMs: 3_000,
  raceShare: 0,
  only: [],
  gapMs: [100, 900],
  standMs: [300, 4_000],
} as const;

/** By name. A scenario that needs Redis says so by the faults it names. */
export const scenarios: Record<string, Scenario> = {
  random: {
    ...usual,
    promise: 'P1',
    about: 'all short faults in random order; nothing is lost, doubled or early',
    through: 'admin-api',
    seeds: 20,
    seconds: 10,
    raceShare: 0.25,
    bars: [noViolation],
  },
  'frozen-workers': {
    ...usual,
    promise: 'P2',
    about: 'a worker is frozen for 35 s inside the transaction that publishes; run it with 2, 4 and 8 workers',
    workers: 2,
    seconds: 120,
    only: ['freeze-worker'],
    bars: [noViolation, strikesAtLeast('freeze-worker', 3)],
  },
  clocks: {
    ...usual,
    promise: 'P3',
    about: 'clocks of workers are ten minutes off, step to and fro, or stand still',
    only: ['shift-clock', 'step-clock'],
    gapMs: [0, 200],
    bars: [noViolation, strikesAtLeast('step-clock', 5), latenessAtMost(1, 2_000)],
  },
  quiet: {
    ...usual,
    promise: 'P4',
    about: 'one post a second, nothing happens',
    seconds: 150,
    rate: 1,
    only: ['quiet'],
    bars: [noViolation, latenessAtMost(0.99, 500), latenessAtMost(1, 2_000)],
  },
  burst: {
    ...usual,
    promise: 'P5',
    about: 'ten thousand posts fall due in one second',
    burst: 10_000,
    only: ['quiet'],
    bars: [noViolation, acknowledgedAtLeast(10_000), latenessAtMost(0.99, 3_000), latenessAtMost(1, 5_000)],
  },
  'killed-workers': {
    ...usual,
    promise: 'P6',
    about: 'a worker is killed every 2 to 7 s; the others take over',
    seconds: 120,
    only: ['kill-worker'],
    // Whatever keeps workers running starts a dead one at once.
    gapMs: [1_900, 6_500],
    standMs: [100, 500],
    bars: [noViolation, strikesAtLeast('kill-worker', 20), latenessAtMost(1, 5_000)],
  },
  'killed-lone-worker': {
    ...usual,
    promise: 'P6',
    about: 'the only worker is killed every 2 to 7 s; counted from its restart',
    workers: 1,
    seconds: 120,
    only: ['kill-worker'],
    // Whatever keeps workers running starts a dead one at once.
    gapMs: [1_900, 6_500],
    standMs: [100, 500],
    bars: [noViolation, strikesAtLeast('kill-worker', 20), latenessAtMost(1, 5_000)],
  },
  'flushed-redis': {
    ...usual,
    promise: 'P7',
    about: 'Redis is flushed, or killed and started empty, again and again',
    seconds: 120,
    only: ['flush-redis', 'kill-redis'],
    bars: [noViolation, strikesAtLeast('kill-redis', 10), latenessAtMost(0.99, 3_000)],
  },
  'without-redis': {
    ...usual,
    promise: 'P7',
    about: 'five minutes without Redis; webhooks go on meanwhile',
    seconds: 300,
    only: ['redis-away'],
    bars: [
      noViolation,
      strikesAtLeast('redis-away', 1),
      latenessAtMost(0.99, 3_000),
      deliveryAtMost(0.99, 5_000),
      deliveryAtMost(1, 15_000),
    ],
  },
  'restarted-postgres': {
    ...usual,
    promise: 'P8',
    about: 'PostgreSQL is ended without a checkpoint and started again, 20 times; counted from when it accepts again',
    through: 'admin-api',
    seconds: 200,
    rate: 5,
    only: ['restart-postgres'],
    gapMs: [3_000, 7_000],
    bars: [noViolation, strikesAtLeast('restart-postgres', 20), latenessAtMost(1, 10_000), noExit],
  },
  races: {
    ...usual,
    promise: 'P9',
    about: 'each of 10,000 posts is unscheduled, moved, edited or deleted within 400 ms of its moment',
    through: 'admin-api',
    seconds: 400,
    rate: 40,
    raceShare: 1,
    only: ['quiet'],
    bars: [noViolation, racesAtLeast(10_000)],
  },
  blackout: {
    ...usual,
    promise: 'P10',
    about: 'everything is away for two minutes, then boots at once; counted from then',
    seconds: 60,
    rate: 50,
    spreadMs: 180_000,
    only: ['blackout'],
    gapMs: [30_000, 30_000],
    standMs: [120_000, 120_000],
    bars: [noViolation, strikesAtLeast('blackout', 1), latenessAtMost(1, 10_000)],
  },
  'short-blackout': {
    ...usual,
    promise: 'P10',
    about: 'everything is away for ten seconds, then boots at once; counted from then',
    seconds: 5,
    rate: 20,
    spreadMs: 15_000,
    only: ['blackout'],
    gapMs: [4_000, 4_000],
    standMs: [10_000, 10_000],
    bars: [noViolation, strikesAtLeast('blackout', 1), latenessAtMost(1, 10_000)],
  },
  zones: {
    ...usual,
    promise: 'P11',
    about:
      'services live in other zones; posts are dated around the changes of clocks and on 29 February, in many offsets',
    through: 'admin-api',
    workers: 4,
    seconds: 150,
    only: ['quiet'],
    hasInstants: true,
    bars: [noViolation, instantsAtLeast(500), latenessAtMost(1, 2_000)],
  },
  'held-rows': {
    ...usual,
    promise: 'P12',
    about: 'somebody holds what is due for 3 to 8 s; metrics say how much that is, and how old',
    only: ['hold-rows'],
    isWatched: true,
    bars: [noViolation, strikesAtLeast('hold-rows', 5), ageSeenAtLeast(1_000)],
  },
};
