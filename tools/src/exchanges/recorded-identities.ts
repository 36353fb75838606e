import type { JsonValue } from './exchange';

const objectId = /^[a-f\d]{24}$/;
const uuid = /^[a-f\d]{8}(-[a-f\d]{4}){3}-[a-f\d]{12}$/;
/** Properties that identify a resource on the recorded site and on the site under test. */
const naturalKeys = ['slug', 'email', 'key', 'event', 'name'] as const;

type JsonObject = { [key: string]: JsonValue };

/** Maps recorded ids and uuids to those of the site under test. It compares responses, and natural keys such as slugs. */
export class RecordedIdentities {
  private readonly actualIds = new Map<string, string>();
  /** The natural keys of recorded ids, e.g. `posts/welcome`. */
  private readonly naturalKeyById = new Map<string, string>();

  knows(recorded: string): boolean {
    return this.actualIds.has(recorded);
  }

  set(recorded: string, actual: string): void {
    this.actualIds.set(recorded, actual);
  }

  /** Replaces the known recorded ids and uuids in a string. */
  translate(text: string): string {
    return text.replace(/[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}|[a-f\d]{24}/g, (id) => this.actualIds.get(id) ?? id);
  }

  /** Stores the natural keys of recorded resources, also of nested ones. @param kind the plural name of the resources, e.g. `posts` */
  observe(kind: string, items: JsonValue | undefined): void {
    if (!Array.isArray(items)) return;
    for (const item of items) {
      if (!isObject(item) || typeof item.id !== 'string') continue;
      const name = naturalKeyOf(item);
      if (name !== undefined && !this.naturalKeyById.has(item.id)) this.naturalKeyById.set(item.id, `${kind}/${name}`);
      for (const [key, value] of Object.entries(item)) this.observe(key === 'authors' ? 'users' : key, value);
    }
  }

  /** Maps recorded ids to the resources of the site under test with the same natural key. */
  match(kind: string, items: readonly JsonObject[]): void {
    const byName = new Map(items.map((item) => [`${kind}/${naturalKeyOf(item)}`, item]));
    for (const [recorded, name] of this.naturalKeyById) {
      const id = byName.get(name)?.id;
      if (typeof id === 'string' && !this.actualIds.has(recorded)) this.actualIds.set(recorded, id);
    }
  }

  /** Maps the ids and uuids in the recorded response to those in the response of Almanac to the same request. */
  learn(recorded: JsonValue | undefined, actual: JsonValue | undefined): void {
    if (typeof recorded === 'string' && typeof actual === 'string') {
      const isIdentity = [objectId, uuid].some((form) => form.test(recorded) && form.test(actual));
      if (isIdentity) this.actualIds.set(recorded, actual);
    } else if (Array.isArray(recorded) && Array.isArray(actual)) {
      recorded.forEach((item, index) => this.learn(item, counterpart(item, index, actual)));
    } else if (isObject(recorded) && isObject(actual)) {
      for (const key of Object.keys(recorded)) this.learn(recorded[key], actual[key]);
    }
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function naturalKeyOf(item: JsonObject): string | undefined {
  const value = naturalKeys.map((key) => item[key]).find((candidate) => typeof candidate === 'string');
  return typeof value === 'string' ? value : undefined;
}

/** The element of `candidates` with the same natural key; the only one if there is only one. */
function counterpart(item: JsonValue, index: number, candidates: JsonValue[]): JsonValue | undefined {
  if (candidates.length === 1 && index === 0) return candidates[0];
  const name = isObject(item) ? naturalKeyOf(item) : undefined;
  return name === undefined
    ? undefined
    : candidates.find((candidate) => isObject(candidate) && naturalKeyOf(candidate) === name);
}
