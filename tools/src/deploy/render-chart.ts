import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

const ROOT = resolve(__dirname, '../../..');
export const CHART = join(ROOT, 'deploy/helm/almanac');
/** Where Debian's packages put Sprig and the YAML library Helm uses. */
const GOPATH = '/usr/share/gocode';

export type Values = Record<string, unknown>;

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
  stringData?: Record<string, string>;
  data?: Record<string, string>;
  automountServiceAccountToken?: boolean;
}

/** Whether this machine has what {@link renderChart} needs. */
const CAN_RENDER =
  spawnSync('go', ['version']).status === 0 && existsSync(join(GOPATH, 'src/github.com/Masterminds/sprig'));

if (!CAN_RENDER)
  process.stderr.write(
    '\n### NO GO WITH SPRIG: the Helm chart is NOT rendered and NOT checked here (apt: golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev).\n\n',
  );

/** In CI the engine is installed, so there its absence is a failure and not a reason to skip. */
export const describeChart = CAN_RENDER || process.env.CI ? describe : describe.skip;

export function chartValues(name: 'minimal' | 'full'): Values {
  return parse(readFileSync(join(CHART, `ci/${name}-values.yaml`), 'utf8')) as Values;
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lays `over` on `base`, map by map, as Helm does with several values files. */
export function mergeValues(base: Values, over: Values): Values {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    merged[key] = isMap(known) && isMap(value) ? mergeValues(known, value) : value;
  }
  return merged;
}

/**
 * Renders the chart with the template language of Helm.
 * @throws Error with the message of the template that failed
 */
export function renderChart(values: Values): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-chart-'));
  try {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, stringify(values));
    const run = spawnSync('go', ['run', join(ROOT, 'tools/helm/render.go'), CHART, file], {
      encoding: 'utf8',
      env: { ...process.env, GO111MODULE: 'off', GOPATH, GOCACHE: join(tmpdir(), 'almanac-go-cache') },
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return parseAllDocuments(run.stdout, { strict: true, uniqueKeys: true })
      .map((document) => {
        if (document.errors.length > 0) throw document.errors[0];
        return document.toJS() as Manifest | null;
      })
      .filter((manifest) => manifest !== null);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The manifests of a kind, by their name without the release. */
export function named(manifests: Manifest[], kind: string): Map<string, Manifest> {
  return new Map(
    manifests
      .filter((manifest) => manifest.kind === kind)
      .map((manifest) => [manifest.metadata.name.replace(/^test-?/, ''), manifest]),
  );
}
