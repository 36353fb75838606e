import { createObjectId, Label } from '@almanac/entities';
import { InternalServerError, NotFoundError } from '@almanac/errors';
import { defaultsOf, labelDefinition } from '@almanac/resource-fields';
import type { LabelInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { validName } from '../columns/valid-name';
import { freeSlugs } from '../slugs/free-slug';
import { databaseTime } from '../database-time';

/** The label with this name, without regard to letter case; null if there is none. */
export async function findLabelByName(manager: EntityManager, name: string): Promise<Label | null> {
  return manager.createQueryBuilder(Label, 'label').where('lower(label.name) = lower(:name)', { name }).getOne();
}

/** Inserts labels. The number of statements does not depend on the number of labels. @throws ValidationError for an invalid name */
export async function insertLabels(manager: EntityManager, inputs: readonly LabelInput[]): Promise<Label[]> {
  if (inputs.length === 0) return [];
  const names = inputs.map(({ name }) => validName('labels', name));
  const now = await databaseTime(manager);
  const slugSources = inputs.map(({ slug }, index) => slug || (names[index] ?? ''));
  const slugs = await freeSlugs(manager, 'label', slugSources);
  const rows = names.map((name, index) =>
    manager.create(Label, {
      ...defaultsOf(labelDefinition),
      id: createObjectId(),
      name,
      slug: slugs[index] ?? '',
      createdAt: now,
      updatedAt: now,
    }),
  );
  await manager.insert(Label, rows);
  return rows;
}

/** Inserts one label. @throws ValidationError for an invalid name */
export async function insertLabel(manager: EntityManager, input: LabelInput): Promise<Label> {
  const [label] = await insertLabels(manager, [input]);
  if (!label) throw new InternalServerError('No label was written.');
  return label;
}

/**
 * Reads a label, and locks its row until the transaction ends.
 * @param lock `for_no_key_update` lets other transactions add the label to members, e.g. an import; `pessimistic_write`, for a deletion,
 *   waits for them first
 * @throws NotFoundError
 */
export async function lockLabel(
  manager: EntityManager,
  id: string,
  lock: 'for_no_key_update' | 'pessimistic_write',
): Promise<Label> {
  const label = await manager.findOne(Label, { where: { id }, lock: { mode: lock } });
  if (!label) throw new NotFoundError('Label not found.');
  return label;
}
