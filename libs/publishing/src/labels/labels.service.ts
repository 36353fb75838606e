import { Label } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { recordEvent } from '@almanac/outbox';
import type { LabelInput } from '@almanac/validation';
import { recordAction } from '../actions/record-action';
import { changesIn } from '../changes-in';
import { validName } from '../columns/valid-name';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { ContentContext } from '../publishing-context';
import { freeSlug, isOtherSlug } from '../slugs/free-slug';
import { databaseTime } from '../database-time';
import { inTransaction } from '../write-scope';
import { labelOutboxEvent } from './label-events';
import { findLabelByName, insertLabel, lockLabel } from './stored-label';
import type { EntityManager } from 'typeorm';

/** Operations on the labels of members. Each is one transaction that also records its outbox event. */
export class LabelsService {
  constructor(private readonly context: ContentContext) {}

  /** Creates a label. @throws NoPermissionError; ValidationError when the name is not valid, or another label has it */
  async create(actor: Actor, input: LabelInput): Promise<Label> {
    authorize(actor, 'labels.add');
    return inTransaction(this.context.dataSource, this.context, async ({ manager, settings }) => {
      await assertFreeName(manager, validName('labels', input.name));
      const label = await insertLabel(manager, input);
      await recordEvent(manager, labelOutboxEvent(settings, 'added', label, { current: label }));
      await recordAction(manager, actor, 'added', 'label', label.id);
      return label;
    });
  }

  /**
   * Changes a label.
   * @param input an absent property keeps its value; an input without a change records no event
   * @throws NotFoundError, ValidationError, NoPermissionError
   */
  async edit(actor: Actor, id: string, input: LabelInput): Promise<Label> {
    authorize(actor, 'labels.edit');
    return inTransaction(this.context.dataSource, this.context, async ({ manager, settings }) => {
      const before = await lockLabel(manager, id, 'for_no_key_update');
      const changes = changesIn<Label>(before, await wantedColumns(manager, before, input));
      if (Object.keys(changes).length === 0) return before;
      const written = { ...changes, updatedAt: await databaseTime(manager), revision: before.revision + 1 };
      await manager.update(Label, { id }, written);
      const label: Label = { ...before, ...written };
      const names = [...Object.keys(changes), 'updatedAt'] as (keyof Label)[];
      const previous = Object.fromEntries(names.map((name) => [name, before[name]]));
      await recordEvent(manager, labelOutboxEvent(settings, 'edited', label, { current: label, previous }));
      await recordAction(manager, actor, 'edited', 'label', id);
      return label;
    });
  }

  /**
   * Deletes a label and removes it from all members.
   * @throws NotFoundError, NoPermissionError
   */
  async delete(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'labels.destroy');
    await inTransaction(this.context.dataSource, this.context, async ({ manager, settings }) => {
      const before = await lockLabel(manager, id, 'pessimistic_write');
      await manager.delete(Label, { id });
      const deleted = { id, revision: before.revision + 1 };
      await recordEvent(manager, labelOutboxEvent(settings, 'deleted', deleted, { previous: before }));
      await recordAction(manager, actor, 'deleted', 'label', id);
    });
  }
}

/** @throws ValidationError when a label other than `exceptId` has the name (ignoring letter case) */
async function assertFreeName(manager: EntityManager, name: string, exceptId?: string): Promise<void> {
  const known = await findLabelByName(manager, name);
  if (known && known.id !== exceptId) {
    throw new ValidationError('Label already exists', { property: 'name', context: 'labels.name' });
  }
}

/** The name and slug that an edit stores. A new slug gets a number if another label has it. */
async function wantedColumns(manager: EntityManager, before: Label, input: LabelInput): Promise<Partial<Label>> {
  const name = input.name === undefined ? before.name : validName('labels', input.name);
  if (name !== before.name) await assertFreeName(manager, name, before.id);
  if (input.slug === undefined || !isOtherSlug('label', input.slug, name, before.slug)) return { name };
  return { name, slug: await freeSlug(manager, 'label', input.slug || name, before.id) };
}
