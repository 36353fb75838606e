import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { DIFFERENT_PAGES, seedContent } from './content-data';
import { addContentKey } from './content-key';
import { compare, type Comparison } from './harness/compare';
import { BenchDatabases } from './harness/database';
import { type Benchmark, type Figure, latencyFigures, median } from './harness/figure';
import { latenciesAt, saturate, type Target } from './harness/load';
import { ServiceProcess } from './harness/service-process';

const LIST = '/ghost/api/v3/content/posts/?include=tags,authors&limit=15';
const SITE = { SITE_URL: 'https://bench.example' };
const SERVICE = 'content-api';
const UNIT = 'req/s';
/** In `cold` measurements the cache for responses is off. The warm-up lets V8 compile the code first. */
const WARM_UPS = 2;

/** @param bar the required ratio of the throughputs */
function figureOf(measure: string, comparison: Comparison, reference: string, bar: number): Figure {
  const { product, reference: values, ratio } = comparison;
  return {
    benchmark: 'content',
    measure,
    values: product,
    unit: UNIT,
    reference: { name: reference, values },
    bar: `≥ ${bar * 100} % of the reference`,
    limits: { ratio: bar },
    isMet: ratio >= bar,
  };
}

/** Headers that the HTTP server of Node.js adds, also in the reference. */
const connectionHeaders = ['date', 'connection', 'keep-alive'];

/** @returns the headers as a list of names and values in turn, the ETag, and the body */
async function fetchResponse(
  url: string,
  headers: Record<string, string>,
): Promise<{ list: string[]; etag: string; body: Buffer }> {
  const response = await request(url, { headers });
  const list = Object.entries(response.headers).flatMap(([name, value]) =>
    connectionHeaders.includes(name) ? [] : [name, String(value)],
  );
  return { list, etag: String(response.headers.etag), body: Buffer.from(await response.body.arrayBuffer()) };
}

/** Stores a cached response of the service, and its 304 response, so that the reference sends the same bytes. @returns the ETag */
async function storeResponse(url: string, folder: string): Promise<string> {
  // The first request fills the cache.
  await fetchResponse(url, {});
  const full = await fetchResponse(url, {});
  const unchanged = await fetchResponse(url, { 'if-none-match': full.etag });
  writeFileSync(join(folder, 'body'), full.body);
  writeFileSync(
    join(folder, 'headers.json'),
    JSON.stringify({ full: full.list, unchanged: unchanged.list, etag: full.etag }),
  );
  return full.etag;
}

function startService(environment: Record<string, string>): Promise<ServiceProcess> {
  return ServiceProcess.start(`apps/${SERVICE}/dist/main.js`, { ...SITE, ...environment });
}

function startReference(name: string, environment: Record<string, string>): Promise<ServiceProcess> {
  return ServiceProcess.start(`tools/dist/bench/references/${name}.js`, environment);
}

/** The throughput of cached responses, compared with a bare HTTP server that sends the same bytes, and their latency. */
async function warm(databaseUrl: string, key: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const service = await startService({ DATABASE_URL: databaseUrl });
  const url = `${service.url}${LIST}&key=${key}`;
  const etag = await storeResponse(url, folder);
  const reference = await startReference('bare-server', { RESPONSE_FOLDER: folder });
  try {
    const referenceUrl = `${reference.url}${LIST}&key=${key}`;
    const rateOf = (target: Target) => () => saturate(target, { staysAwake: true });
    const full = await compare({ reference: rateOf({ url: referenceUrl }), product: rateOf({ url }) });
    const conditional = { headers: { 'if-none-match': etag }, status: 304 };
    const unchanged = await compare({
      reference: rateOf({ url: referenceUrl, ...conditional }),
      product: rateOf({ url, ...conditional }),
    });
    // This rate is far below saturation, and one core is enough for the load generator.
    const perSecond = Math.min(500, Math.round(median(full.product) / 4));
    const latencies = await latenciesAt([{ url }], { perSecond, seconds: 5 });
    return [
      figureOf('15 posts with authors and tags, warm', full, 'bare server, same bytes', 0.4),
      figureOf('the same, If-None-Match', unchanged, 'bare server, 304', 0.5),
      ...latencyFigures('content', `warm, at ${perSecond}/s`, latencies),
    ];
  } finally {
    await service.stop();
    await reference.stop();
    rmSync(folder, { recursive: true });
  }
}

/**
 * The throughput without cached responses, compared with bare SQL for the same rows; and that of the last page, compared with the first.
 */
async function cold(databaseUrl: string, key: string): Promise<Figure[]> {
  const service = await startService({ DATABASE_URL: databaseUrl, CONTENT_CACHE_BYTES: '0' });
  const reference = await startReference('bare-sql', { DATABASE_URL: databaseUrl });
  const get = (path: string) => () => saturate({ url: `${service.url}${path}&key=${key}` });
  const getEach = (pathOf: (index: number) => string) => {
    const paths = Array.from({ length: DIFFERENT_PAGES }, (_, index) => `${pathOf(index)}&key=${key}`);
    return () => saturate({ url: service.url, paths });
  };
  const sql = (path: string) => async () => Number(await (await fetch(reference.url + path)).text());
  try {
    const list = await compare({
      warmUps: WARM_UPS,
      reference: sql('/page'),
      product: getEach((index) => `${LIST}&page=${index + 1}`),
    });
    const slug = await compare({
      warmUps: WARM_UPS,
      reference: sql('/slug'),
      product: getEach((index) => `/ghost/api/v3/content/posts/slug/post-${index + 1}/?include=tags,authors`),
    });
    const figures = [
      figureOf('15 posts with authors and tags, cold', list, 'bare SQL by hand', 0.45),
      figureOf('one post by slug, cold', slug, 'bare SQL by hand', 0.25),
    ];
    for (const filter of ['', '&filter=tag:tag-1', '&filter=author:author-1', "&filter=published_at:>'2020-02-01'"]) {
      const total = await pageCountOf(`${service.url}${LIST}${filter}&key=${key}`);
      const pages = await compare({
        reference: get(`${LIST}${filter}`),
        product: get(`${LIST}${filter}&page=${total}`),
      });
      figures.push(figureOf(`page ${total} of posts${filter && `, ${filter.slice(8)}`}`, pages, 'page 1', 0.5));
    }
    return figures;
  } finally {
    await service.stop();
    await reference.stop();
  }
}

/** The number of pages of a list. @throws Error for an empty list, which has no last page to measure */
async function pageCountOf(url: string): Promise<number> {
  const { meta } = (await (await fetch(url)).json()) as { meta: { pagination: { pages: number } } };
  if (meta.pagination.pages === 0) throw new Error(`Invalid run: ${url} has no results.`);
  return meta.pagination.pages;
}

/** Measures the Content API on a site with 10,000 posts, 100 tags and 50 authors. */
export const content: Benchmark = {
  name: 'content',
  description: 'the Content API on 10,000 posts: warm, 304, cold, by slug, deep pages',
  async run() {
    const databases = await BenchDatabases.start();
    try {
      const url = await databases.seeded('content_10k_1', seedContent);
      const key = await addContentKey(url);
      return [...(await warm(url, key)), ...(await cold(url, key))];
    } finally {
      await databases.stop();
    }
  },
};
