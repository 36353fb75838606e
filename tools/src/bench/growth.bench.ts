import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { addAdminKey, type AdminKey, authorizationOf } from './admin-key';
import { addContentKey } from './content-key';
import { seedGrowth } from './growth-data';
import { type GrowthRow, growthRows } from './growth-rows';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure, median } from './harness/figure';
import { ServiceProcess } from './harness/service-process';

/**
 * The numbers of posts of the sites, each ten times the previous one. GROWTH_SIZES replaces them, e.g. `10000,100000` for a shorter run.
 */
const SIZES = (process.env.GROWTH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const WARM_UPS = 3;
const REQUESTS = 9;
/** The bar: if a site is ten times as large, a request may take at most this many times as long. */
const MAX_FACTOR_PER_TENFOLD = 1.5;
const SITE = { SITE_URL: 'https://bench.example', ADMIN_URL: 'https://admin.bench.example' };

interface TimedResponse {
  milliseconds: number;
  pages: number;
}

/** A site with its two services and their keys. */
class GrowthSite {
  private constructor(
    private readonly services: Record<GrowthRow['service'], ServiceProcess>,
    private readonly contentKey: string,
    private readonly adminKey: AdminKey,
  ) {}

  static async start(databaseUrl: string, storage: string): Promise<GrowthSite> {
    const environment = { ...SITE, DATABASE_URL: databaseUrl };
    const content = await ServiceProcess.start('apps/content-api/dist/main.js', {
      ...environment,
      CONTENT_CACHE_BYTES: '0',
    });
    const admin = await ServiceProcess.start('apps/admin-api/dist/main.js', {
      ...environment,
      ENCRYPTION_KEY: 'a key that only benchmarks use, ever',
      STORAGE_PATH: storage,
    });
    return new GrowthSite({ content, admin }, await addContentKey(databaseUrl), await addAdminKey(databaseUrl));
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.services).map((service) => service.stop()));
  }

  /** The number of the page of results that a row reads. */
  async pageOf(row: GrowthRow): Promise<number> {
    if (!row.page) return 1;
    const { pages } = await this.get(row, 1);
    return row.page === 'last' ? pages : Math.ceil(pages / 2);
  }

  /** Sends one request. @returns its duration, and the number of pages of the list */
  async get({ service, path }: GrowthRow, page: number): Promise<TimedResponse> {
    const url = new URL(`/ghost/api/v3/${service}/${path}`, this.services[service].url);
    if (page > 1) url.searchParams.set('page', String(page));
    if (service === 'content') url.searchParams.set('key', this.contentKey);
    const headers = service === 'admin' ? { authorization: authorizationOf(this.adminKey) } : {};
    const startedAt = performance.now();
    const { statusCode, body } = await request(url, { headers });
    const text = await body.text();
    const milliseconds = performance.now() - startedAt;
    if (statusCode !== 200) throw new Error(`Invalid run: status ${statusCode} of ${path}: ${text.slice(0, 200)}`);
    const { meta } = JSON.parse(text) as { meta?: { pagination: { pages: number } } };
    return { milliseconds, pages: meta?.pagination.pages ?? 1 };
  }
}

/**
 * The median duration of a request on each site, in milliseconds, one request at a time. The sites take turns, so that a slow phase of the
 * machine affects all of them.
 */
async function measureRow(sites: readonly GrowthSite[], row: GrowthRow): Promise<number[]> {
  const pages = await Promise.all(sites.map((site) => site.pageOf(row)));
  const times: number[][] = sites.map(() => []);
  for (let round = 0; round < WARM_UPS + REQUESTS; round++) {
    for (const [index, site] of sites.entries()) {
      const { milliseconds } = await site.get(row, pages[index] ?? 1);
      if (round >= WARM_UPS) times[index]?.push(milliseconds);
    }
  }
  return times.map(median);
}

/** The figure of each row. @param databaseUrls the sites, from the smallest to the largest */
async function measureSites(databaseUrls: readonly string[]): Promise<Figure[]> {
  const storage = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const sites: GrowthSite[] = [];
  const figures: Figure[] = [];
  try {
    for (const url of databaseUrls) sites.push(await GrowthSite.start(url, storage));
    for (const row of growthRows) figures.push(figureOf(row, await measureRow(sites, row)));
    return figures;
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
    rmSync(storage, { recursive: true });
  }
}

function figureOf({ measure, grows }: GrowthRow, values: readonly number[]): Figure {
  const times = values.map((value) => value.toFixed(1));
  const steps = values.slice(1).map((value, step) => value / (values[step] ?? NaN));
  return {
    benchmark: 'growth',
    measure: `${measure}; sites of ${SIZES.map((size) => size.toLocaleString('en')).join(' / ')} posts: ${times.join(' / ')} ms`,
    values: steps,
    unit: 'times per tenfold',
    ...(grows === undefined
      ? {
          bar: `each step ≤ ${MAX_FACTOR_PER_TENFOLD}`,
          limits: { value: MAX_FACTOR_PER_TENFOLD },
          isMet: steps.every((step) => step <= MAX_FACTOR_PER_TENFOLD),
        }
      : { bar: `none: ${grows}`, isMet: null }),
  };
}

/** Measures how the duration of requests to both APIs grows with the size of the site (see SIZES). */
export const growth: Benchmark = {
  name: 'growth',
  description: `one request at a time on sites of ${SIZES.join(', ')} posts and members: what a tenfold site costs`,
  async run() {
    const databases = await BenchDatabases.start();
    try {
      const urls: string[] = [];
      for (const size of SIZES)
        urls.push(await databases.seeded(`growth_${size}_2`, (source) => seedGrowth(source, size)));
      return await measureSites(urls);
    } finally {
      await databases.stop();
    }
  },
};
