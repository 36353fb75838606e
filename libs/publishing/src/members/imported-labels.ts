import { ValidationError } from '@almanac/errors';
import { recordEvents } from '@almanac/outbox';
import { validName } from '../columns/valid-name';
import { MAX_LABELS, resolveLabels } from '../labels/resolve-labels';
import { lowerCase } from '../lower-case';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import type { ImportLabel } from './import-label';

/** The maximum number of different labels in one file. */
const MAX_LABELS_OF_FILE = 1_000;

/** The labels of a CSV file of members. They are created before the members who have them. */
export class ImportedLabels {
  /** The collected labels, in lower case. */
  private readonly known = new Set<string>();
  /** The labels that were collected since the last call of `create`, in the spelling of the file. */
  private notCreated: string[] = [];

  /** @param importLabel the label of the members that the import adds; absent if they get none */
  constructor(
    private readonly context: PublishingContext,
    private readonly importLabel?: ImportLabel,
  ) {}

  /** Collects the labels of a row. @returns the reason why they cannot be stored; undefined if they were collected */
  collect(names: readonly string[]): string | undefined {
    // The label of the import is one of the labels of a member.
    const maxLabels = this.importLabel === undefined ? MAX_LABELS : MAX_LABELS - 1;
    if (names.length > maxLabels) return `The row has more than ${maxLabels} labels.`;
    const invalid = names.map(invalidReason).find((reason) => reason !== undefined);
    if (invalid !== undefined) return invalid;
    const added = [...new Set(names.map(lowerCase))].filter((name) => !this.known.has(name));
    if (this.known.size + added.length > MAX_LABELS_OF_FILE) {
      return `The file has more than ${MAX_LABELS_OF_FILE} labels.`;
    }
    for (const name of added) {
      this.known.add(name);
      this.notCreated.push(names.find((one) => lowerCase(one) === name) ?? name);
    }
    return undefined;
  }

  /** The names of the labels of a row, with the label of the import if there is one. */
  withImportLabel(names: readonly string[]): string[] {
    return this.importLabel?.addTo(names) ?? [...names];
  }

  /**
   * Creates the labels that were collected since the last call and do not exist yet. Creates the label of the import if one of the rows
   * has an address that no member has.
   * @param batch the rows that are stored next, each as JSON
   */
  async create(batch: readonly string[]): Promise<void> {
    await this.importLabel?.createFor(batch);
    const names = this.notCreated;
    this.notCreated = [];
    for (let start = 0; start < names.length; start += MAX_LABELS) {
      const references = names.slice(start, start + MAX_LABELS).map((name) => ({ name }));
      await inTransaction(this.context.dataSource, this.context, async (scope) => {
        const { events } = await resolveLabels(scope, references);
        await recordEvents(scope.manager, events);
      });
    }
  }
}

function invalidReason(name: string): string | undefined {
  if (name.includes('\0')) return 'A value contains a null character.';
  try {
    validName('labels', name);
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}
