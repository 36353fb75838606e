import { pause } from '../cluster/polling';
import type { Service } from '../cluster/service';
import type { FaultContext, Fault, InjectedFault } from './fault';

const TEN_MINUTES_MS = 600_000;
/** The jumps of a clock during the fault `step-clock`. */
const STEPS = 5;

/** Faults of workers: they are killed or stopped, or their clocks are wrong. */
export function workerFaults(context: FaultContext): Fault[] {
  const { workers } = context.cluster;
  const anyWorker = (): Service => context.random.pick(workers);
  return [
    { kind: 'kill-worker', inject: () => kill(context, [anyWorker()], workers.length === 1) },
    { kind: 'kill-all-workers', inject: () => kill(context, workers, true) },
    { kind: 'pause-worker', inject: () => pauseWorker(context, anyWorker(), workers.length === 1) },
    { kind: 'shift-clock', inject: () => shiftClock(context, anyWorker()) },
    { kind: 'step-clock', inject: () => stepClock(context, anyWorker()) },
  ];
}

async function kill(context: FaultContext, killed: Service[], isOutage: boolean): Promise<InjectedFault> {
  for (const worker of killed) worker.signal('SIGKILL');
  await context.hold();
  // The fault ends when the start begins. So the time that a lone worker needs to start counts as lateness.
  for (const worker of killed) worker.spawn();
  return { target: killed.map(({ name }) => name).join(', '), isOutage };
}

/** Stops a worker by SIGSTOP shortly after a whole second: posts are due at whole seconds, so a transaction is likely to be open. */
async function pauseWorker(context: FaultContext, worker: Service, isOutage: boolean): Promise<InjectedFault> {
  await pause(1_000 - (Date.now() % 1_000) + context.random.between(0, 60));
  worker.signal('SIGSTOP');
  await context.hold();
  worker.signal('SIGCONT');
  return { target: worker.name, isOutage };
}

/** Sets the clock of a worker forward or back by up to ten minutes, or stops it. */
async function shiftClock(context: FaultContext, worker: Service): Promise<InjectedFault> {
  const { cluster, random } = context;
  const setting = random.pick([
    { offsetMs: TEN_MINUTES_MS },
    { offsetMs: -TEN_MINUTES_MS },
    { offsetMs: random.between(-TEN_MINUTES_MS, TEN_MINUTES_MS) },
    { offsetMs: 0, frozenAt: Date.now() },
  ]);
  cluster.setClock(worker, setting);
  await context.hold();
  cluster.setClock(worker, { offsetMs: 0 });
  return { target: `${worker.name} ${JSON.stringify(setting)}`, isOutage: false };
}

/** Lets the clock of a worker jump several times, by up to ten minutes. */
async function stepClock({ cluster, random }: FaultContext, worker: Service): Promise<InjectedFault> {
  for (let step = 0; step < STEPS; step += 1) {
    cluster.setClock(worker, { offsetMs: random.between(-TEN_MINUTES_MS, TEN_MINUTES_MS) });
    await pause(random.between(150, 700));
  }
  cluster.setClock(worker, { offsetMs: 0 });
  return { target: worker.name, isOutage: false };
}
