import { type Label, Setting } from '@almanac/entities';
import { recordEvents } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { resolveLabels } from '../labels/resolve-labels';
import { findLabelByName } from '../labels/stored-label';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';

/** Whether any of the rows has an address that no member has. `$1` is a JSON list of rows. */
const HAS_NEW_MEMBER = `select exists (
    select 1 from json_to_recordset($1::json) as r (email text)
    where not exists (select 1 from publishing.members m where lower(m.email) = lower(r.email))
  ) as "hasNew"`;

/** The label of all members that a CSV import adds. Its name contains the time of the import in the site's time zone, as in Ghost. */
export class ImportLabel {
  #label: Label | null = null;

  private constructor(
    readonly name: string,
    private readonly context: PublishingContext,
  ) {}

  static async create(context: PublishingContext): Promise<ImportLabel> {
    const timeZone = await timeZoneOf(context.dataSource.manager);
    // The Swedish locale formats dates as in ISO 8601.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    return new ImportLabel(`Import ${format.format(context.clock.now())}`, context);
  }

  /** The label; null until it is created. */
  get label(): Label | null {
    return this.#label;
  }

  /** The names of the labels of a row, plus the name of this label if it is not among them yet (ignoring letter case). */
  addTo(names: readonly string[]): string[] {
    return names.some((name) => name.toLowerCase() === this.name.toLowerCase()) ? [...names] : [...names, this.name];
  }

  /**
   * If one of the rows has an address that no member has, creates the label, unless this object has already done so.
   * @param rows the rows that are stored next, each as JSON
   */
  async createFor(rows: readonly string[]): Promise<void> {
    if (this.#label !== null) return;
    const { dataSource } = this.context;
    const [row] = await dataSource.query<{ hasNew: boolean }[]>(HAS_NEW_MEMBER, [`[${rows.join(',')}]`]);
    if (row?.hasNew !== true) return;
    this.#label = await inTransaction(dataSource, this.context, async (scope) => {
      const { events } = await resolveLabels(scope, [{ name: this.name }]);
      await recordEvents(scope.manager, events);
      return findLabelByName(scope.manager, this.name);
    });
  }
}

async function timeZoneOf(manager: EntityManager): Promise<string> {
  const setting = await manager.findOneBy(Setting, { key: 'active_timezone' });
  return setting?.value || 'Etc/UTC';
}
