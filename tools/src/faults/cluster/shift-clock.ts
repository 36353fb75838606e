// Loaded into a worker by --require: replaces Date, so that its present time follows the setting in a file. Timers do not change.
import { readFileSync } from 'node:fs';

interface ClockSetting {
  /** Added to the time of the machine. */
  offsetMs: number;
  /** The clock is stopped at this instant, in milliseconds since 1970. */
  frozenAt?: number;
}

const FILE = process.env.FAULTS_CLOCK_FILE ?? '';
const RealDate = Date;
let setting: ClockSetting = { offsetMs: 0 };

function read(): void {
  try {
    setting = JSON.parse(readFileSync(FILE, 'utf8'));
  } catch (error) {
    // While the file is written, it can be incomplete. The next poll reads it again.
    if (!(error instanceof SyntaxError)) throw error;
  }
}

const now = (): number => setting.frozenAt ?? RealDate.now() + setting.offsetMs;

read();
setInterval(read, 100).unref();

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget === globalThis.Date ? target : newTarget),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
});
