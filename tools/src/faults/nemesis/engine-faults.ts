import { pause } from '../cluster/ports';
import type { RedisServer } from '../cluster/redis-server';
import type { Battlefield, Fault } from './strike';

/** How long a run without Redis is without it. */
const REDIS_AWAY_MS = 300_000;

/** What happens to PostgreSQL, and to connections. */
export function databaseFaults({ cluster, random }: Battlefield): Fault[] {
  return [
    {
      kind: 'cut-connections',
      strike: async () => {
        const proxy = random.pick(cluster.proxies);
        proxy.cut();
        return { target: `port ${proxy.port}`, isOutage: false };
      },
    },
    {
      kind: 'restart-postgres',
      strike: async () => {
        await cluster.postgres.stopImmediately();
        await cluster.postgres.startAgain();
        return { target: 'postgres', isOutage: true };
      },
    },
  ];
}

/** What happens to Redis: it forgets everything, or dies and comes back empty. Nobody is excused for it. */
export function redisFaults(redis: RedisServer, field: Battlefield): Fault[] {
  const struck = { target: 'redis', isOutage: false };
  return [
    {
      kind: 'flush-redis',
      strike: async () => {
        await redis.flushAll();
        return struck;
      },
    },
    {
      kind: 'kill-redis',
      strike: async () => {
        await redis.kill();
        await field.stand();
        await redis.restart();
        return struck;
      },
    },
  ];
}

/** Minutes without Redis. */
export function redisAway(redis: RedisServer): Fault {
  return {
    kind: 'redis-away',
    strike: async () => {
      await redis.kill();
      await pause(REDIS_AWAY_MS);
      await redis.restart();
      return { target: 'redis', isOutage: false };
    },
  };
}
