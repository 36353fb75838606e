import { ValidationError } from '@almanac/errors';
import { recordEvents } from '@almanac/outbox';
import { MAX_LABELS, resolveLabels } from '../labels/resolve-labels';
import { labelNameFrom } from '../labels/stored-label';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import type { ImportLabel } from './import-label';

/** The most labels of one file. */
const MAX_LABELS_OF_FILE = 1_000;

/** The labels of a file of members. They are created before the members who have them. */
export class ImportedLabels {
  private readonly known = new Set<string>();
  private missing: string[] = [];

  /** @param importLabel the label that every row gets */
  constructor(
    private readonly context: PublishingContext,
    private readonly importLabel?: ImportLabel,
  ) {}

  /** Takes the labels of a row. @returns why they cannot be stored; undefined when they can */
  add(names: readonly string[]): string | undefined {
    const most = this.importLabel === undefined ? MAX_LABELS : MAX_LABELS - 1;
    if (names.length > most) return `The row has more than ${most} labels.`;
    const invalid = names.map(reasonAgainst).find((reason) => reason !== undefined);
    if (invalid !== undefined) return invalid;
    const added = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !this.known.has(name));
    if (this.known.size + added.length > MAX_LABELS_OF_FILE) {
      return `The file has more than ${MAX_LABELS_OF_FILE} labels.`;
    }
    for (const name of added) {
      this.known.add(name);
      this.missing.push(names.find((one) => one.toLowerCase() === name) ?? name);
    }
    return undefined;
  }

  /** The labels of a row with that of the import. */
  of(names: readonly string[]): string[] {
    return this.importLabel?.addTo(names) ?? [...names];
  }

  /**
   * Stores the labels that came since the last call and do not exist.
   * @param batch the rows that are stored next, each as JSON
   */
  async create(batch: readonly string[]): Promise<void> {
    await this.importLabel?.createFor(batch);
    const names = this.missing;
    this.missing = [];
    for (let start = 0; start < names.length; start += MAX_LABELS) {
      const references = names.slice(start, start + MAX_LABELS).map((name) => ({ name }));
      await inTransaction(this.context.dataSource, this.context, async (scope) => {
        const { events } = await resolveLabels(scope, references);
        await recordEvents(scope.manager, events);
      });
    }
  }
}

function reasonAgainst(name: string): string | undefined {
  if (name.includes('\0')) return 'A value contains a null character.';
  try {
    labelNameFrom(name);
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}
