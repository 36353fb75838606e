import { Label } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { NewOutboxEvent } from '@almanac/outbox';
import type { LabelReference } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { lowerCase } from '../lower-case';
import type { WriteScope } from '../write-scope';
import { labelOutboxEvent } from './label-events';
import { insertLabels } from './stored-label';

/** The maximum number of labels of a member, except of one that already has more. */
export const MAX_LABELS = 100;

/** The result of `resolveLabels`. */
export interface ResolvedLabels {
  /** The distinct ids of the labels in the order of the references. */
  ids: string[];
  /** The outbox events of the labels that were created; the caller has to record them. */
  events: NewOutboxEvent[];
}

/** The form in which names are compared: labels have the same name if only letter case or outer spaces differ. */
const comparedName = (name: string): string => lowerCase(name.trim());

async function findLabels(manager: EntityManager, references: readonly LabelReference[]): Promise<Label[]> {
  return manager
    .createQueryBuilder(Label, 'label')
    .where('label.id = any(:ids)', { ids: references.flatMap(({ id }) => id ?? []) })
    .orWhere('label.slug = any(:slugs)', { slugs: references.flatMap(({ slug }) => slug ?? []) })
    .orWhere('lower(label.name) = any(:names)', {
      names: references.flatMap(({ name }) => (name === undefined ? [] : comparedName(name))),
    })
    .getMany();
}

function findLabel(known: readonly Label[], { id, slug, name }: LabelReference): Label | undefined {
  return (
    known.find((label) => label.id === id) ??
    known.find((label) => label.slug === slug) ??
    known.find((label) => name !== undefined && comparedName(label.name) === comparedName(name))
  );
}

/**
 * Finds the labels that an input references by id, slug or name (ignoring letter case), and creates the missing ones. If a concurrent
 * transaction creates a label with the same name, `inTransaction` repeats this transaction. The number of statements does not depend on
 * the number of labels.
 * @param maxReferences more than `MAX_LABELS` for a member that already has more labels, e.g. by an import
 * @throws ValidationError for an unknown label without a name, and for more than `maxReferences` references
 */
export async function resolveLabels(
  { manager, settings }: WriteScope,
  references: readonly LabelReference[],
  maxReferences = MAX_LABELS,
): Promise<ResolvedLabels> {
  if (references.length === 0) return { ids: [], events: [] };
  if (references.length > maxReferences) {
    throw new ValidationError(`A member can have at most ${maxReferences} labels.`, { property: 'labels' });
  }
  const known = await findLabels(manager, references);
  const missing = references.filter((reference) => !findLabel(known, reference));
  const added = await insertLabels(manager, newLabels(missing));
  const all = [...known, ...added];
  const ids = references.flatMap((reference) => findLabel(all, reference)?.id ?? []);
  const events = added.map((label) => labelOutboxEvent(settings, 'added', label, { current: label }));
  return { ids: [...new Set(ids)], events };
}

/** The labels to create. If names differ only by letter case or outer spaces, the first one is stored. */
function newLabels(missing: readonly LabelReference[]): { name: string }[] {
  const names = new Map<string, string>();
  for (const reference of missing) {
    const name = nameOrThrow(reference.name);
    if (!names.has(comparedName(name))) names.set(comparedName(name), name);
  }
  return [...names.values()].map((name) => ({ name }));
}

function nameOrThrow(name: string | undefined): string {
  if (name === undefined) {
    const help = 'Name an existing label by id or slug, or give the name of a new one.';
    throw new ValidationError('Label not found.', { property: 'labels', help });
  }
  return name;
}
