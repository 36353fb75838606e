import type { Cluster } from '../cluster/cluster';
import { pause } from '../cluster/ports';
import type { Service } from '../cluster/service';
import type { SeededRandom } from '../random';
import { type Fault, stand, type Struck } from './strike';

const tenMinutesMs = 600_000;
const steps = 5;

/** What happens to workers: killed, frozen, with a clock that lies. */
export function workerFaults(cluster: Cluster, random: SeededRandom): Fault[] {
  const { workers } = cluster;
  const anyWorker = (): Service => random.pick(workers);
  return [
    { kind: 'kill-worker', strike: () => kill([anyWorker()], workers.length === 1, random) },
    { kind: 'kill-all-workers', strike: () => kill(workers, true, random) },
    { kind: 'pause-worker', strike: () => pauseWorker(anyWorker(), workers.length === 1, random) },
    { kind: 'shift-clock', strike: () => shiftClock(cluster, anyWorker(), random) },
    { kind: 'step-clock', strike: () => stepClock(cluster, anyWorker(), random) },
  ];
}

async function kill(victims: Service[], isOutage: boolean, random: SeededRandom): Promise<Struck> {
  for (const worker of victims) worker.signal('SIGKILL');
  await stand(random);
  // The time a lone worker takes to come up counts as lateness, not as outage.
  for (const worker of victims) worker.spawn();
  return { target: victims.map(({ name }) => name).join(', '), isOutage };
}

/** Posts fall due on whole seconds: frozen just then, a worker is likely to hold a transaction open. */
async function pauseWorker(worker: Service, isOutage: boolean, random: SeededRandom): Promise<Struck> {
  await pause(1_000 - (Date.now() % 1_000) + random.between(0, 60));
  worker.signal('SIGSTOP');
  await stand(random);
  worker.signal('SIGCONT');
  return { target: worker.name, isOutage };
}

/** Ahead, behind, somewhere between, or standing still. */
async function shiftClock(cluster: Cluster, worker: Service, random: SeededRandom): Promise<Struck> {
  const setting = random.pick([
    { offsetMs: tenMinutesMs },
    { offsetMs: -tenMinutesMs },
    { offsetMs: random.between(-tenMinutesMs, tenMinutesMs) },
    { offsetMs: 0, frozenAt: Date.now() },
  ]);
  cluster.setClock(worker, setting);
  await stand(random);
  cluster.setClock(worker, { offsetMs: 0 });
  return { target: `${worker.name} ${JSON.stringify(setting)}`, isOutage: false };
}

/** To and fro, again and again. */
async function stepClock(cluster: Cluster, worker: Service, random: SeededRandom): Promise<Struck> {
  for (let step = 0; step < steps; step += 1) {
    cluster.setClock(worker, { offsetMs: random.between(-tenMinutesMs, tenMinutesMs) });
    await pause(random.between(150, 700));
  }
  cluster.setClock(worker, { offsetMs: 0 });
  return { target: worker.name, isOutage: false };
}
