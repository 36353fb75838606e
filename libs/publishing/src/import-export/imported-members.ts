/** A member that this import added. */
export interface AddedMember {
  id: string;
  /** Whether the member's status in the file is `comped`: a complimentary plan. */
  isComped: boolean;
  /** Whether the row has a value in `subscribed`. Files of Ghost 5 list the newsletters of a member instead. */
  hasSubscribedField: boolean;
}

/** Remembers the members that the import added. Of a member that the site already had (`present`), it remembers only the id in the file. */
export class ImportedMembers {
  readonly #all: AddedMember[] = [];
  readonly #byFileId = new Map<string, AddedMember>();
  readonly #present = new Set<string>();

  add(fileId: string | undefined, member: AddedMember): void {
    this.#all.push(member);
    if (fileId !== undefined && !this.#byFileId.has(fileId)) this.#byFileId.set(fileId, member);
  }

  addPresent(fileId: string | undefined): void {
    if (fileId !== undefined) this.#present.add(fileId);
  }

  find(fileId: string | undefined): AddedMember | undefined {
    return fileId === undefined ? undefined : this.#byFileId.get(fileId);
  }

  isPresent(fileId: string | undefined): boolean {
    return fileId !== undefined && this.#present.has(fileId);
  }

  get all(): readonly AddedMember[] {
    return this.#all;
  }
}
