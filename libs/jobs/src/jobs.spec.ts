import { UnrecoverableError } from 'bullmq';
import { jobId } from './job-id';
import { jobNames, jobs } from './jobs';
import { type AnyProcessor, type JobObserver, JobRunner } from './job-runner';
import { DeliverWebhookPayload } from './payloads';
import { readPayload } from './read-payload';

const WEBHOOK_ID = '5f0c1d2e3f4a5b6c7d8e9f00';

const processorOf = (job: (typeof jobNames)[number]): AnyProcessor => ({ job, process: () => Promise.resolve() });

/** Records the outcomes of jobs. */
function recordingObserver(): JobObserver & { outcomes: string[] } {
  const outcomes: string[] = [];
  return {
    outcomes,
    completed: (name) => void outcomes.push(`${name} completed`),
    failed: (name, id, { message }) => void outcomes.push(`${name} ${id} failed: ${message}`),
    run: (_name, _payload, work) => work(),
  };
}

describe('the table of jobs', () => {
  it('sets attempts and concurrency of each job', () => {
    const table = Object.entries(jobs).map(([name, { attempts, concurrency }]) => [name, attempts, concurrency]);
    expect(table).toEqual([
      ['publish-due', 1, 1],
      ['unpublish-due', 1, 1],
      ['deliver-webhook', 1, 100],
      ['retry-webhook', 1, 50],
      ['send-mail', 10, 5],
      ['mail-post', 10, 1],
      ['extend-occurrences', 3, 1],
      ['remove-expired', 3, 1],
    ]);
    expect(jobNames).toEqual(table.map(([name]) => name));
  });
});

describe('JobRunner', () => {
  it('passes the payload, as its class, to the processor of the job', async () => {
    const received: object[] = [];
    const processors = jobNames.map((job): AnyProcessor => ({
      job,
      process: async (payload: object) => void received.push({ job, payload }),
    }));
    const observer = recordingObserver();
    await new JobRunner(processors, observer).run('deliver-webhook', 'id', { webhookIds: [WEBHOOK_ID] });
    const payload = Object.assign(new DeliverWebhookPayload(), { webhookIds: [WEBHOOK_ID] });
    expect(received).toStrictEqual([{ job: 'deliver-webhook', payload }]);
    expect(observer.outcomes).toEqual(['deliver-webhook completed']);
  });

  it('reports and rethrows the error of a processor', async () => {
    const failing = jobNames.map((job): AnyProcessor => ({ job, process: () => Promise.reject(new Error('refused')) }));
    const observer = recordingObserver();
    await expect(new JobRunner(failing, observer).run('remove-expired', '1', {})).rejects.toThrow('refused');
    expect(observer.outcomes).toEqual(['remove-expired 1 failed: refused']);
  });

  it('names the jobs without a processor and the jobs with two', () => {
    const [first, second, ...rest] = jobNames;
    if (!first || !second) throw new Error('There are fewer than two jobs.');
    expect(() => new JobRunner([first, first, ...rest].map(processorOf), recordingObserver())).toThrow(
      expect.objectContaining({ context: `Without one: ${second}. With several: ${first}.` }),
    );
  });
});

describe('jobId', () => {
  it('joins name and key, and rejects an empty part or a colon', () => {
    expect(jobId('publish-due', 1700000000000)).toBe('publish-due_1700000000000');
    expect(() => jobId('publish-due', 'a:b')).toThrow('cannot contain "a:b"');
    expect(() => jobId('publish-due', '')).toThrow('cannot contain ""');
  });
});

describe('readPayload', () => {
  it('returns the payload as its class', () => {
    const payload = readPayload('deliver-webhook', { webhookIds: [WEBHOOK_ID] });
    expect(payload).toStrictEqual(Object.assign(new DeliverWebhookPayload(), { webhookIds: [WEBHOOK_ID] }));
  });

  it.each([
    ['a missing property', {}],
    ['a wrong value', { webhookId: 'x' }],
    ['an unknown property', { webhookId: WEBHOOK_ID, more: 1 }],
    ['a string', 'text'],
    ['an array', []],
  ])('rejects %s without a retry', (_, data) => {
    expect(() => readPayload('deliver-webhook', data)).toThrow(UnrecoverableError);
  });
});
