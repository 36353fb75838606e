import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { CHART } from './render-chart';

const ROOT = resolve(__dirname, '../../..');
interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string };
}
const { groups } = parse(readFileSync(join(CHART, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboards = ['publishing', 'http'].map(
  (name) =>
    JSON.parse(readFileSync(join(CHART, `dashboards/${name}.json`), 'utf8')) as {
      uid: string;
      panels: { id: number; title: string; targets: { expr: string }[] }[];
    },
);

/** The contents of the source files of the services and libraries. */
function readSources(): string[] {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).flatMap((project) => {
      const source = join(ROOT, folder, project, 'src');
      const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
      return files.map((path) => readFileSync(join(source, path), 'utf8'));
    }),
  );
}

/** Metric names in the sources, and the used ones of the metrics library. */
function knownMetrics(sources: readonly string[]): Set<string> {
  const names = sources.flatMap((text) => [...text.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, name]) => name ?? ''));
  const library = [
    'up',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
  ];
  return new Set([...names, ...library]);
}

/** The labels of a metric: the list of names after the name of the metric in its source; none for a metric of the library. */
function labelsOf(metric: string, sources: readonly string[]): string[] {
  const definition = new RegExp(`'${metric}'[^[]{0,300}\\[([^\\]]*)\\]`);
  const lists = sources.map((text) => definition.exec(text)?.[1] ?? '');
  return [...lists.join().matchAll(/'(\w+)'/g)].map(([, label = '']) => label);
}

const PROMQL_WORDS = new Set([
  ...[
    'sum',
    'max',
    'min',
    'by',
    'rate',
    'increase',
    'histogram_quantile',
    'topk',
    'le',
    'service',
    'schema',
    'pool',
    'job',
    'or',
    'absent',
    'label_replace',
  ],
  ...['action', 'state', 'status', 'route', 'result', 'outcome', 'queue'],
]);

/** The metrics in a PromQL expression. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\{[^}]*\}/g, '');
  return [...bare.matchAll(/[a-z_][a-z_\d]+/g)]
    .map(([word]) => word)
    .filter((word) => !PROMQL_WORDS.has(word))
    .map((name) =>
      name.replace(/_(bucket|count|sum)$/, (suffix) =>
        name.startsWith('publishing_due') || name.startsWith('outbox') ? suffix : '',
      ),
    );
}

describe('alerts and dashboards', () => {
  const sources = readSources();
  const known = knownMetrics(sources);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
  ];

  it('read only metrics that the services have', () => {
    for (const expression of expressions) {
      expect(metricsOf(expression).length).toBeGreaterThan(0);
      expect([expression, metricsOf(expression).filter((name) => !known.has(name))]).toEqual([expression, []]);
    }
  });

  it('group by labels that the metrics have', () => {
    const groups = expressions.flatMap((expression) => [
      ...expression.matchAll(/by \(([^)]*)\) \((?:rate\(|increase\()?([a-z_]+)/g),
    ]);
    expect(groups.length).toBeGreaterThan(20);
    for (const [group, labels = '', metric = ''] of groups) {
      const name = metric.replace(/_bucket$/, '').replace(/^(http_request_duration_seconds)_count$/, '$1');
      const shared = ['service', 'le', ...labelsOf(name, sources)];
      expect([group, labels.split(', ').filter((label) => !shared.includes(label))]).toEqual([group, []]);
    }
  });

  it('do not count 501, a correct response, as an error', () => {
    const ofErrors = expressions.filter((expression) => expression.includes('5..'));
    expect(ofErrors).toHaveLength(2);
    for (const expression of ofErrors) expect(expression).toMatch(/\{[^}]*status=~"5\.\.",status!="501"\}/);
  });

  it('are the alerts that OPERATIONS names', () => {
    const operations = readFileSync(join(ROOT, 'docs/OPERATIONS.md'), 'utf8');
    const named = [...operations.matchAll(/^\| `(Almanac[A-Za-z]+)` \|/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const rule of rules) {
      expect(rule).toMatchObject({
        for: expect.stringMatching(/^\d+m$/),
        annotations: { summary: expect.any(String) },
      });
      expect(['critical', 'warning']).toContain(rule.labels.severity);
    }
  });

  it('have unique dashboards and panels', () => {
    expect(dashboards.map(({ uid }) => uid)).toEqual(['almanac-publishing', 'almanac-http']);
    for (const { panels } of dashboards) expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
