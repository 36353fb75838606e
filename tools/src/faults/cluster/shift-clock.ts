// Loaded into a worker with --require: Date follows a file, like faketime. Timers are unchanged.
import { readFileSync } from 'node:fs';

interface ClockSetting {
  offsetMs: number;
  /** The clock is stopped at this instant. */
  frozenAt?: number;
}

const FILE = process.env.FAULTS_CLOCK_FILE ?? '';
const RealDate = Date;
let setting: ClockSetting = { offsetMs: 0 };

function read(): void {
  try {
    setting = JSON.parse(readFileSync(FILE, 'utf8'));
  } catch (error) {
    // The file is empty between truncating and writing; the next poll reads it completely.
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
