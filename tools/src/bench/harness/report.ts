import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Figure, median, ratios } from './figure';

/** Formats a value. A value close to its limit gets at least one decimal, so that rounding does not make it equal to the limit. */
function number(value: number, limit?: number): string {
  if (value >= 100) return value.toFixed(isNear(value, limit) ? 1 : 0);
  return value.toFixed(value >= 10 ? 1 : 2);
}

function percent(ratio: number, limit?: number): string {
  return `${(ratio * 100).toFixed(isNear(ratio, limit) ? 1 : 0)} %`;
}

/** Whether a value is within 1 % of a limit. */
function isNear(value: number, limit?: number): boolean {
  return limit !== undefined && Math.abs(value - limit) <= 0.01 * limit;
}

function range(values: number[], format: (value: number) => string): string {
  return values.length > 1
    ? `${format(median(values))} (${format(Math.min(...values))}–${format(Math.max(...values))})`
    : format(values[0] ?? NaN);
}

function cells(figure: Figure): string[] {
  const { benchmark, measure, values, unit, reference, bar, limits, isMet } = figure;
  return [
    benchmark,
    measure,
    `${range(values, (value) => number(value, limits?.value))} ${unit}`,
    reference ? `${range(reference.values, number)} ${unit}, ${reference.name}` : '–',
    reference ? range(ratios(figure), (ratio) => percent(ratio, limits?.ratio)) : '–',
    bar,
    isMet === null ? '–' : isMet ? 'yes' : 'NO',
  ];
}

const HEAD = [
  'benchmark',
  'measure',
  'value: median (range)',
  'reference: median (range)',
  'value / reference of each pair: median (range)',
  'bar',
  'met',
];

/** The figures as a table in plain text. */
export function tableOf(figures: Figure[]): string {
  const rows = [HEAD, ...figures.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const isRate = ({ unit }: Figure): boolean => unit.endsWith('/s');

/** An SVG picture of the rates with a reference, as bars: 100 % is the reference. It has no latencies, because of them less is better. */
function pictureOf(figures: Figure[]): string {
  const compared = figures.filter((figure) => figure.reference && isRate(figure));
  const bars = compared.map((figure, index) => {
    const share = median(ratios(figure));
    const y = 40 + index * 34;
    const colour = figure.isMet === false ? '#b3432b' : '#2a7f62';
    return `<text x="8" y="${y + 15}">${figure.benchmark}: ${figure.measure.replace(/[<&]/g, ' ')}</text>
<rect x="420" y="${y}" width="${Math.min(1.4, share) * 300}" height="22" fill="${colour}"/><text x="${428 + Math.min(1.4, share) * 300}" y="${y + 15}">${percent(share)}</text>`;
  });
  const height = 60 + compared.length * 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="920" height="${height}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#fff"/><text x="8" y="22" font-weight="bold">Rates of Almanac compared with their references (100 %)</text>
<line x1="720" y1="30" x2="720" y2="${height - 10}" stroke="#999" stroke-dasharray="4"/>
${bars.join('\n')}
</svg>
`;
}

/** The machine that a run measured on. */
function machine(): Record<string, string | number | undefined> {
  return {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
  };
}

/** The model of the processor as part of a file name, e.g. `amd-epyc`. */
function processorSlug(): string {
  const words = (cpus()[0]?.model ?? 'unknown').toLowerCase().replace(/\(r\)|\(tm\)|processor/g, '');
  return words
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
}

/** Writes `<name>.json` and `<name>.svg` to bench/results. */
export function writeResults(root: string, name: string, figures: Figure[]): void {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const run = { measuredAt: new Date().toISOString(), machine: machine(), figures };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(join(folder, `${name}.svg`), pictureOf(figures));
}

/** The content of a JSON file in docs/benchmarks. */
interface SavedRun {
  machine: ReturnType<typeof machine>;
  /** The figures by the name of the benchmark. */
  benchmarks: Record<string, { measuredAt: string; figures: Figure[] }>;
}

/**
 * Adds the figures of a benchmark to the file of a day, a major version of Node and a processor:
 * `docs/benchmarks/<day>-node-<major>-<processor>.json`. Writes all figures of this file as a table to a file with the extension `.md`.
 * @param day `YYYY-MM-DD`
 */
export function saveRun(root: string, day: string, name: string, figures: Figure[]): void {
  const folder = join(root, 'docs/benchmarks');
  mkdirSync(folder, { recursive: true });
  const [major] = process.versions.node.split('.');
  const path = join(folder, `${day}-node-${major}-${processorSlug()}`);
  const file = `${path}.json`;
  const saved: SavedRun = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { machine: machine(), benchmarks: {} };
  saved.benchmarks[name] = { measuredAt: new Date().toISOString(), figures };
  writeFileSync(file, `${JSON.stringify(saved, null, 2)}\n`);
  writeFileSync(`${path}.md`, markdownOf(day, saved));
}

function markdownOf(day: string, { machine: { cpu, cores, memoryGb, node }, benchmarks }: SavedRun): string {
  const rows = Object.values(benchmarks)
    .flatMap(({ figures }) => figures.map(cells))
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [
    `# Benchmarks of ${day}`,
    '',
    `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}. Written by \`npm run bench -- --save\`.`,
    '',
    `| ${HEAD.join(' | ')} |`,
    `|${HEAD.map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n');
}
