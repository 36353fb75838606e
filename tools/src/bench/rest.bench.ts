import { setTimeout as pause } from 'node:timers/promises';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure } from './harness/figure';
import { ServiceProcess } from './harness/service-process';

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'];
/** Milliseconds after the start at which memory is measured: all modules are loaded, and the first timers have run. */
const STARTED_MS = 3_000;
/** Milliseconds without requests. V8 frees the memory that the start used when a process has been idle for 20 to 120 s. */
const REST_MS = 180_000;
const STARTS = 5;
/** The number of processes of each service that are measured at rest. */
const RESTING_PROCESSES = 3;

function start(service: string, environment: Record<string, string>): Promise<ServiceProcess> {
  return ServiceProcess.start(`apps/${service}/dist/main.js`, environment);
}

async function measureStarts(service: string, environment: Record<string, string>): Promise<Figure[]> {
  const readyMs: number[] = [];
  const megabytes: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const process = await start(service, environment);
    readyMs.push(process.readyAfterMs);
    await pause(STARTED_MS);
    megabytes.push(process.residentMegabytes());
    await process.stop();
  }
  return [
    {
      benchmark: 'rest',
      measure: `${service}: ready after`,
      values: readyMs,
      unit: 'ms',
      bar: 'every start ≤ 2 s',
      limits: { value: 2_000 },
      isMet: Math.max(...readyMs) <= 2_000,
    },
    {
      benchmark: 'rest',
      measure: `${service}: memory ${STARTED_MS / 1000} s after the start`,
      values: megabytes,
      unit: 'MB',
      bar: 'every start ≤ 150 MB',
      limits: { value: 150 },
      isMet: Math.max(...megabytes) <= 150,
    },
  ];
}

/** The resident memory of processes that got no request for three minutes. All of them are idle at the same time. */
async function measureRest(environment: Record<string, string>): Promise<Figure[]> {
  const resting: { service: string; processes: ServiceProcess[] }[] = [];
  for (const service of SERVICES) {
    const processes: ServiceProcess[] = [];
    for (let count = 0; count < RESTING_PROCESSES; count++) processes.push(await start(service, environment));
    resting.push({ service, processes });
  }
  await pause(REST_MS);
  const figures = resting.map(({ service, processes }) => {
    const megabytes = processes.map((process) => process.residentMegabytes());
    return {
      benchmark: 'rest',
      measure: `${service}: memory after ${REST_MS / 60_000} minutes at rest`,
      values: megabytes,
      unit: 'MB',
      bar: 'every process ≤ 150 MB',
      limits: { value: 150 },
      isMet: Math.max(...megabytes) <= 150,
    };
  });
  await Promise.all(resting.flatMap(({ processes }) => processes.map((process) => process.stop())));
  return figures;
}

/** Measures for each service the time until it is ready, and its memory after the start and at rest. */
export const rest: Benchmark = {
  name: 'rest',
  description: 'memory at rest and time to ready of each service',
  async run() {
    const databases = await BenchDatabases.start();
    try {
      const url = await databases.seeded('empty_1', () => Promise.resolve());
      const environment = {
        DATABASE_URL: url,
        QUEUE_URL: url,
        ENCRYPTION_KEY: 'a key that only benchmarks use, ever',
        SITE_URL: 'http://localhost:4000',
        ADMIN_URL: 'http://localhost:4002',
        DASHBOARD_PASSWORD: 'only for benchmarks',
      };
      const figures: Figure[] = [];
      for (const service of SERVICES) figures.push(...(await measureStarts(service, environment)));
      return [...figures, ...(await measureRest(environment))];
    } finally {
      await databases.stop();
    }
  },
};
