import { type ImportProgress } from '@almanac/publishing';

/** The minimum times between two outputs, on a terminal and otherwise. */
const REDRAW_MS = 200;
const LINE_MS = 5_000;
const BAR_CELLS = 24;
const CLEAR_LINE = '\r\u001b[K';

/**
 * The progress of a command. `step` is `read` (a file), `get <resource>` (records of a site), `files`, or the name of a table that is
 * written.
 */
export type CommandProgress = Omit<ImportProgress, 'step'> & {
  step: string;
  /** The size of the file that is read, if it is known. */
  totalBytes?: number;
};

export type OnProgress = (progress: CommandProgress) => void;

/** The stream on which progress is shown, e.g. standard error. */
export interface ProgressStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function sentence({ step, rows, total, bytes, totalBytes }: CommandProgress): string {
  if (step === 'read') {
    const ofTotal = totalBytes === undefined ? '' : ` of ${megabytes(totalBytes)}`;
    return `Reading: ${megabytes(bytes ?? 0)}${ofTotal} MB, ${rows} rows`;
  }
  if (step === 'files') return `Storing files: ${rows}`;
  if (step.startsWith('get ')) return `Reading ${step.slice(4)} of the site: ${rows}${total ? ` of ${total}` : ''}`;
  return `Writing ${step}: ${rows} of ${total ?? rows}`;
}

/** The completed share, from 0 to 1; undefined when the total is not known. */
function fraction({ rows, total, bytes, totalBytes }: CommandProgress): number | undefined {
  const [done, all] = totalBytes === undefined ? [rows, total] : [bytes ?? 0, totalBytes];
  return all === undefined || all === 0 ? undefined : Math.min(1, done / all);
}

function bar(progress: CommandProgress): string {
  const part = fraction(progress);
  if (part === undefined) return '';
  const full = Math.round(part * BAR_CELLS);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_CELLS - full)}] ${String(Math.floor(part * 100)).padStart(3)} % `;
}

/**
 * Functions that show progress. On a terminal, `show` draws one line with a bar at most five times a second. Otherwise it prints a line at
 * most every five seconds, the first one after five seconds. `end` removes the bar: call it before other text is printed.
 */
export function progressOn(stream: ProgressStream): { show: OnProgress; end: () => void } {
  const isTerminal = stream.isTTY === true;
  let shownAt = isTerminal ? -Infinity : performance.now();
  let isDrawn = false;
  const show: OnProgress = (progress) => {
    const now = performance.now();
    if (now - shownAt < (isTerminal ? REDRAW_MS : LINE_MS)) return;
    shownAt = now;
    isDrawn = isTerminal;
    stream.write(isTerminal ? `${CLEAR_LINE}${bar(progress)}${sentence(progress)}` : `${sentence(progress)}\n`);
  };
  const end = (): void => void (isDrawn && stream.write(CLEAR_LINE));
  return { show, end };
}
