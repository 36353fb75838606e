import { pause } from '../cluster/polling';
import type { RedisServer } from '../cluster/redis-server';
import type { FaultContext, Fault } from './fault';

/** The duration of the fault `redis-away`. */
const REDIS_AWAY_MS = 300_000;

/** Faults of PostgreSQL, and of connections to PostgreSQL and Redis. */
export function databaseFaults({ cluster, random }: FaultContext): Fault[] {
  return [
    {
      kind: 'cut-connections',
      inject: async () => {
        const proxy = random.pick(cluster.proxies);
        proxy.cut();
        return { target: `port ${proxy.port}`, isOutage: false };
      },
    },
    {
      kind: 'restart-postgres',
      inject: async () => {
        await cluster.postgres.stopImmediately();
        await cluster.postgres.startAgain();
        return { target: 'postgres', isOutage: true };
      },
    },
  ];
}

/** Faults of Redis: it is flushed, or killed and started empty. They are not outages, because workers publish without Redis, too. */
export function redisFaults(redis: RedisServer, context: FaultContext): Fault[] {
  const injected = { target: 'redis', isOutage: false };
  return [
    {
      kind: 'flush-redis',
      inject: async () => {
        await redis.flushAll();
        return injected;
      },
    },
    {
      kind: 'kill-redis',
      inject: async () => {
        await redis.kill();
        await context.hold();
        await redis.restart();
        return injected;
      },
    },
  ];
}

/** A fault of five minutes without Redis. */
export function redisAway(redis: RedisServer): Fault {
  return {
    kind: 'redis-away',
    inject: async () => {
      await redis.kill();
      await pause(REDIS_AWAY_MS);
      await redis.restart();
      return { target: 'redis', isOutage: false };
    },
  };
}
