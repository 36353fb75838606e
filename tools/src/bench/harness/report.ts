import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Figure, median, ratios } from './figure';

const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

function range(values: number[], format: (value: number) => string): string {
  return values.length > 1
    ? `${format(median(values))} (${format(Math.min(...values))}–${format(Math.max(...values))})`
    : format(values[0] ?? NaN);
}

function cells(figure: Figure): string[] {
  const { benchmark, measure, values, unit, floor, bar, isMet } = figure;
  return [
    benchmark,
    measure,
    `${range(values, number)} ${unit}`,
    floor ? `${range(floor.values, number)} ${unit}, ${floor.name}` : '–',
    floor ? range(ratios(figure), percent) : '–',
    bar,
    isMet ? 'yes' : 'NO',
  ];
}

const HEAD = ['benchmark', 'measure', 'value: median (range)', 'floor', 'of the floor', 'bar', 'met'];

/** The figures as a table of plain text. */
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

/** The figures with a floor as bars, the floor being 100 %. */
export function pictureOf(figures: Figure[]): string {
  const compared = figures.filter(({ floor }) => floor);
  const bars = compared.map((figure, index) => {
    const share = median(ratios(figure));
    const y = 40 + index * 34;
    const colour = figure.isMet ? '#2a7f62' : '#b3432b';
    return `<text x="8" y="${y + 15}">${figure.benchmark}: ${figure.measure.replace(/[<&]/g, ' ')}</text>
<rect x="420" y="${y}" width="${Math.min(1.4, share) * 300}" height="22" fill="${colour}"/><text x="${428 + Math.min(1.4, share) * 300}" y="${y + 15}">${percent(share)}</text>`;
  });
  const height = 60 + compared.length * 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="920" height="${height}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#fff"/><text x="8" y="22" font-weight="bold">Almanac against its floors (100 % = the floor)</text>
<line x1="720" y1="30" x2="720" y2="${height - 10}" stroke="#999" stroke-dasharray="4"/>
${bars.join('\n')}
</svg>
`;
}

/** Writes `<name>.json` and `<name>.svg` under bench/results. */
export function writeResults(root: string, name: string, figures: Figure[]): void {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
  };
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, figures }, null, 2)}\n`,
  );
  writeFileSync(join(folder, `${name}.svg`), pictureOf(figures));
}
