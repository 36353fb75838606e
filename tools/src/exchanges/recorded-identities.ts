import type { JsonValue } from './exchange';

const objectId = /^[a-f\d]{24}$/;
const uuid = /^[a-f\d]{8}(-[a-f\d]{4}){3}-[a-f\d]{12}$/;
/** What tells two things of a kind apart in both sites. */
const naturalKeys = ['slug', 'email', 'key', 'event', 'name'] as const;

type JsonObject = { [key: string]: JsonValue };

/** Which of our ids stands for which recorded one. Learned from pairs of answers, and from natural keys. */
export class RecordedIdentities {
  private readonly ours = new Map<string, string>();
  /** Recorded id → the natural key it was seen with. */
  private readonly natural = new Map<string, string>();

  knows(recorded: string): boolean {
    return this.ours.has(recorded);
  }

  set(recorded: string, our: string): void {
    this.ours.set(recorded, our);
  }

  /** Replaces every recorded id and uuid in a text that has a counterpart here. */
  translate(text: string): string {
    return text.replace(/[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}|[a-f\d]{24}/g, (id) => this.ours.get(id) ?? id);
  }

  /** Notes which natural keys recorded things had: `posts/welcome`, `users/alice`. */
  observe(kind: string, things: JsonValue | undefined): void {
    if (!Array.isArray(things)) return;
    for (const thing of things) {
      if (!isObject(thing) || typeof thing.id !== 'string') continue;
      const name = naturalKeyOf(thing);
      if (name !== undefined && !this.natural.has(thing.id)) this.natural.set(thing.id, `${kind}/${name}`);
      for (const [key, value] of Object.entries(thing)) this.observe(key === 'authors' ? 'users' : key, value);
    }
  }

  /** Gives the recorded ids seen with a natural key to the thing here that has the same. */
  meet(kind: string, things: readonly JsonObject[]): void {
    const byName = new Map(things.map((thing) => [`${kind}/${naturalKeyOf(thing)}`, thing]));
    for (const [recorded, name] of this.natural) {
      const id = byName.get(name)?.id;
      if (typeof id === 'string' && !this.ours.has(recorded)) this.ours.set(recorded, id);
    }
  }

  /** Learns from two answers to the same request. */
  learn(recorded: JsonValue | undefined, our: JsonValue | undefined): void {
    if (typeof recorded === 'string' && typeof our === 'string') {
      const isIdentity = [objectId, uuid].some((form) => form.test(recorded) && form.test(our));
      if (isIdentity) this.ours.set(recorded, our);
    } else if (Array.isArray(recorded) && Array.isArray(our)) {
      recorded.forEach((thing, index) => this.learn(thing, counterpart(thing, index, our)));
    } else if (isObject(recorded) && isObject(our)) {
      for (const key of Object.keys(recorded)) this.learn(recorded[key], our[key]);
    }
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function naturalKeyOf(thing: JsonObject): string | undefined {
  const value = naturalKeys.map((key) => thing[key]).find((candidate) => typeof candidate === 'string');
  return typeof value === 'string' ? value : undefined;
}

function counterpart(thing: JsonValue, index: number, candidates: JsonValue[]): JsonValue | undefined {
  if (candidates.length === 1 && index === 0) return candidates[0];
  const name = isObject(thing) ? naturalKeyOf(thing) : undefined;
  return name === undefined
    ? undefined
    : candidates.find((candidate) => isObject(candidate) && naturalKeyOf(candidate) === name);
}
