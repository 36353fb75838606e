import { UnrecoverableError } from 'bullmq';
import { jobId } from './job-id';
import { jobNames, jobs } from './jobs';
import { type AnyProcessor, registerProcessors } from './processors';
import { readPayload } from './read-payload';

const processorOf = (job: (typeof jobNames)[number]): AnyProcessor => ({ job, process: () => Promise.resolve() });

describe('the table of jobs', () => {
  it('runs them so often and so many side by side', () => {
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

describe('registerProcessors', () => {
  it('takes exactly one processor for every job', () => {
    expect([...registerProcessors(jobNames.map(processorOf)).keys()]).toEqual(jobNames);
  });

  it('names the jobs nobody does and the jobs two do', () => {
    const [first, second, ...rest] = jobNames;
    if (!first || !second) throw new Error('There are fewer than two jobs.');
    expect(() => registerProcessors([first, first, ...rest].map(processorOf))).toThrow(
      expect.objectContaining({ context: `Without one: ${second}. With several: ${first}.` }),
    );
  });
});

describe('jobId', () => {
  it('joins its parts and never holds a colon', () => {
    expect(jobId('publish-due', 1700000000000)).toBe('publish-due_1700000000000');
    expect(() => jobId('publish-due', 'a:b')).toThrow('cannot hold "a:b"');
    expect(() => jobId('publish-due', '')).toThrow('cannot hold ""');
  });
});

describe('readPayload', () => {
  it('gives the payload of the job as its class', () => {
    const payload = readPayload('deliver-webhook', { webhookId: '5f0c1d2e3f4a5b6c7d8e9f00' });
    expect(payload.webhookId).toBe('5f0c1d2e3f4a5b6c7d8e9f00');
  });

  it.each([
    ['a missing property', {}],
    ['a wrong value', { webhookId: 'x' }],
    ['an unknown property', { webhookId: '5f0c1d2e3f4a5b6c7d8e9f00', more: 1 }],
    ['no object', 'text'],
    ['a list', []],
  ])('refuses %s for good', (_, data) => {
    expect(() => readPayload('deliver-webhook', data)).toThrow(UnrecoverableError);
  });
});
