import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure } from './harness/figure';
import { ServiceProcess } from './harness/service-process';

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'];
const SETTLE_MS = 3_000;
const STARTS = 5;

async function measure(service: string, environment: Record<string, string>): Promise<Figure[]> {
  const readyMs: number[] = [];
  const megabytes: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const process = await ServiceProcess.start(`apps/${service}/dist/main.js`, environment);
    readyMs.push(process.readyAfterMs);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    megabytes.push(process.residentMegabytes());
    await process.stop();
  }
  return [
    {
      benchmark: 'rest',
      measure: `${service}: memory at rest`,
      values: megabytes,
      unit: 'MB',
      bar: '≤ 150 MB',
      isMet: Math.max(...megabytes) <= 150,
    },
    {
      benchmark: 'rest',
      measure: `${service}: ready after`,
      values: readyMs,
      unit: 'ms',
      bar: '≤ 2 s',
      isMet: Math.max(...readyMs) <= 2_000,
    },
  ];
}

/** Memory at rest and time to ready of each service, warm. */
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
      for (const service of SERVICES) figures.push(...(await measure(service, environment)));
      return figures;
    } finally {
      await databases.stop();
    }
  },
};
