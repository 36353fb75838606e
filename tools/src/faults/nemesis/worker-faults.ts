import { pause } from '../cluster/ports';
import type { Service } from '../cluster/service';
import type { Battlefield, Fault, Struck } from './strike';

const TEN_MINUTES_MS = 600_000;
const STEPS = 5;

/** What happens to workers: killed, frozen, with a clock that lies. */
export function workerFaults(field: Battlefield): Fault[] {
  const { workers } = field.cluster;
  const anyWorker = (): Service => field.random.pick(workers);
  return [
    { kind: 'kill-worker', strike: () => kill(field, [anyWorker()], workers.length === 1) },
    { kind: 'kill-all-workers', strike: () => kill(field, workers, true) },
    { kind: 'pause-worker', strike: () => pauseWorker(field, anyWorker(), workers.length === 1) },
    { kind: 'shift-clock', strike: () => shiftClock(field, anyWorker()) },
    { kind: 'step-clock', strike: () => stepClock(field, anyWorker()) },
  ];
}

async function kill(field: Battlefield, victims: Service[], isOutage: boolean): Promise<Struck> {
  for (const worker of victims) worker.signal('SIGKILL');
  await field.stand();
  // The time a lone worker takes to come up counts as lateness, not as outage.
  for (const worker of victims) worker.spawn();
  return { target: victims.map(({ name }) => name).join(', '), isOutage };
}

/** Posts fall due on whole seconds: frozen just then, a worker is likely to hold a transaction open. */
async function pauseWorker(field: Battlefield, worker: Service, isOutage: boolean): Promise<Struck> {
  await pause(1_000 - (Date.now() % 1_000) + field.random.between(0, 60));
  worker.signal('SIGSTOP');
  await field.stand();
  worker.signal('SIGCONT');
  return { target: worker.name, isOutage };
}

/** Ahead, behind, somewhere between, or standing still. */
async function shiftClock(field: Battlefield, worker: Service): Promise<Struck> {
  const { cluster, random } = field;
  const setting = random.pick([
    { offsetMs: TEN_MINUTES_MS },
    { offsetMs: -TEN_MINUTES_MS },
    { offsetMs: random.between(-TEN_MINUTES_MS, TEN_MINUTES_MS) },
    { offsetMs: 0, frozenAt: Date.now() },
  ]);
  cluster.setClock(worker, setting);
  await field.stand();
  cluster.setClock(worker, { offsetMs: 0 });
  return { target: `${worker.name} ${JSON.stringify(setting)}`, isOutage: false };
}

/** To and fro, again and again. */
async function stepClock({ cluster, random }: Battlefield, worker: Service): Promise<Struck> {
  for (let step = 0; step < STEPS; step += 1) {
    cluster.setClock(worker, { offsetMs: random.between(-TEN_MINUTES_MS, TEN_MINUTES_MS) });
    await pause(random.between(150, 700));
  }
  cluster.setClock(worker, { offsetMs: 0 });
  return { target: worker.name, isOutage: false };
}
