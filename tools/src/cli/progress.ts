import { type ImportProgress, type OnImportProgress } from '@almanac/publishing';

const INTERVAL_MS = 200;
const CLEAR_LINE = '\r\u001b[K';

/** Where progress is drawn: a stream such as standard error. */
export interface ProgressStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

function sentence({ step, rows, total, bytes = 0 }: ImportProgress): string {
  if (step === 'read') return `Reading: ${(bytes / 1e6).toFixed(1)} MB, ${rows} rows`;
  return `Writing ${step}: ${rows} of ${total ?? rows}`;
}

/**
 * Shows progress on one line of a terminal, redrawn at most five times a second; on anything else it shows nothing.
 * Call `end` before other text is written.
 */
export function progressOn(stream: ProgressStream): { show: OnImportProgress; end: () => void } {
  let drawnAt = 0;
  const show: OnImportProgress = (progress) => {
    const now = performance.now();
    if (stream.isTTY !== true || (drawnAt !== 0 && now - drawnAt < INTERVAL_MS)) return;
    drawnAt = now;
    stream.write(`${CLEAR_LINE}${sentence(progress)}`);
  };
  const end = (): void => void (drawnAt !== 0 && stream.write(CLEAR_LINE));
  return { show, end };
}
