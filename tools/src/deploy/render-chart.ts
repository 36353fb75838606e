import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

const ROOT = resolve(__dirname, '../../..');
export const CHART = join(ROOT, 'deploy/helm/almanac');
/** The oldest version of Kubernetes that `kubeVersion` in Chart.yaml allows. */
const OLDEST_KUBERNETES = '1.27.0';

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

const IS_HELM_INSTALLED = spawnSync('helm', ['version']).status === 0;

if (!IS_HELM_INSTALLED)
  process.stderr.write(
    '\n*** NO HELM: the chart is not rendered and not checked. Put helm on the PATH (node tools/ci/helm.mjs). ***\n\n',
  );

/** `describe` for suites that render the chart. Without Helm they are skipped, but in CI they fail. */
export const describeChart = IS_HELM_INSTALLED || process.env.CI ? describe : describe.skip;

/** The example values `deploy/helm/almanac/ci/<name>-values.yaml`. */
export function chartValues(name: 'minimal' | 'full'): Values {
  return parse(readFileSync(join(CHART, `ci/${name}-values.yaml`), 'utf8')) as Values;
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Merges `over` into `base` as Helm merges values files: maps are merged by key, other values are replaced. */
export function mergeValues(base: Values, over: Values): Values {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    merged[key] = isMap(known) && isMap(value) ? mergeValues(known, value) : value;
  }
  return merged;
}

/**
 * The output of `helm template` for the release `test`. `values` replace those of `values.yaml`.
 * @throws Error with the message of Helm
 */
function template(chart: string, values: Values): string {
  const { status, stdout, stderr } = spawnSync(
    'helm',
    ['template', 'test', chart, '--kube-version', OLDEST_KUBERNETES, '--values', '-'],
    { encoding: 'utf8', input: stringify(values) },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/**
 * The text that Helm prints after an installation. `helm template` does not render
 * NOTES.txt. So this renders a copy of the chart with the text in a manifest.
 */
export function renderNotes(values: Values): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-chart-'));
  try {
    cpSync(CHART, folder, { recursive: true });
    cpSync(join(CHART, 'templates/NOTES.txt'), join(folder, 'notes'));
    writeFileSync(
      join(folder, 'templates/notes.yaml'),
      'kind: Notes\ntext: {{ tpl (.Files.Get "notes") . | toJson }}\n',
    );
    const documents = parseAllDocuments(template(folder, values)).map((document) => document.toJS() as Values | null);
    return String(documents.find((document) => document?.kind === 'Notes')?.text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The manifests of the chart for the release `test`. `values` replace those of `values.yaml`.
 * @throws Error with the message of Helm
 */
export function renderChart(values: Values): Manifest[] {
  return parseAllDocuments(template(CHART, values), { strict: true, uniqueKeys: true })
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

/** The manifests of a kind by their names, without `test-`, the name of the release. */
export function byName(manifests: Manifest[], kind: string): Map<string, Manifest> {
  return new Map(
    manifests
      .filter((manifest) => manifest.kind === kind)
      .map((manifest) => [manifest.metadata.name.replace(/^test-?/, ''), manifest]),
  );
}
