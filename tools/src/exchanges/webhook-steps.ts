import { type JsonObject } from '@almanac/api-versions';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from './exchange';
import { paragraph } from './filled-site';

/** A recorded step: the description of a request, and the webhook deliveries that it caused. */
export interface WebhookStep {
  step: number;
  label: string;
  /** E.g. `PUT posts {status:"draft"} of a scheduled one`. */
  request: string;
  deliveries: { event: string; body: { [subject: string]: { current: JsonObject; previous: JsonObject } } }[];
}

/** The resource that a step needs, and the request that the step sends. */
export interface Script {
  method: string;
  resource: string;
  /** The resource to create first; absent when the step itself creates one. */
  before?: { [key: string]: JsonValue };
  /** The fields of an edit of this resource before the step, if there is one. */
  then?: { [key: string]: JsonValue };
  body: { [key: string]: JsonValue };
}

/** The recorded steps in their order. */
export function webhookSteps(folder: string): WebhookStep[] {
  return readFileSync(join(folder, 'webhooks.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const step: WebhookStep = JSON.parse(line);
      return step;
    });
}

const instant = (year: string): string => `${year}-01-01T00:00:00.000Z`;

/** Parses the description of a step. @param number makes the titles and addresses of the step unique */
export function scriptOf({ request }: WebhookStep, number: number): Script {
  const [method = '', resource = ''] = request.split(' ');
  const name = `Step ${number}`;
  if (resource === 'settings') return { method, resource, body: { value: titleIn(request) } };
  const body = { ...namedIn(request, name), ...statusIn(request), ...relationsIn(request) };
  if (method === 'POST') {
    const naming: Script['body'] = resource === 'tags' ? { name } : { title: name, mobiledoc: paragraph('Some text.') };
    return { method, resource, body: { ...naming, ...body } };
  }
  return { method, resource, body, ...preparation(request, resource, name) };
}

/** The title of the recorded site was `Oracle Site`, before and after the steps. */
function titleIn(request: string): string {
  return request.includes('another value') ? 'Another Site' : 'Oracle Site';
}

function namedIn(request: string, name: string): Script['body'] {
  if (/\{title\}/.test(request)) return { title: `${name}, changed` };
  if (/\{name\}/.test(request)) return { name: `${name}, changed` };
  if (/\{description\}/.test(request)) return { description: 'Another' };
  return /the same description/.test(request) ? { description: 'As it was' } : {};
}

function statusIn(request: string): Script['body'] {
  const [, status] = /status:"(\w+)"/.exec(request) ?? [];
  const [, date] = /published_at:(\d{4}|null)/.exec(request) ?? [];
  return {
    ...(status !== undefined && { status }),
    ...(date !== undefined && { published_at: date === 'null' ? null : instant(date) }),
  };
}

function relationsIn(request: string): Script['body'] {
  return {
    ...(/tags:\[\]/.test(request) && { tags: [] }),
    ...(/tags:\["News"\]/.test(request) && { tags: ['News'] }),
    ...(/authors:/.test(request) && { authors: ['author@example.com'] }),
  };
}

/** The resource to create before a step, and its edit. */
function preparation(request: string, resource: string, name: string): Pick<Script, 'before' | 'then'> {
  if (resource === 'tags') return { before: { name, description: 'As it was' } };
  if (resource === 'members') return { before: { email: `${name.replace(' ', '-')}@members.example.com`, name } };
  const tags: Script['body'] = /tags:\[\]|with tags/.test(request) ? { tags: ['News'] } : {};
  const before: Script['body'] = { title: name, mobiledoc: paragraph('Some text.'), ...tags };
  if (/of a scheduled one/.test(request)) {
    return { before: { ...before, status: 'scheduled', published_at: instant('2031') } };
  }
  if (/of the unpublished one/.test(request))
    return { before: { ...before, status: 'published' }, then: { status: 'draft' } };
  return { before: /of a published one/.test(request) ? { ...before, status: 'published' } : before };
}
