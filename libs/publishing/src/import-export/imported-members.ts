/** A member that this import added. */
export interface AddedMember {
  id: string;
  /** Whether the member has a complimentary plan in the file. */
  isComped: boolean;
  /** Whether the row has `subscribed`. Files of Ghost 5 list the newsletters of a member instead. */
  hasSubscribedField: boolean;
}

/** The members of a file: the added ones by their ids in the file, and the ids of those that the site already had. */
export class ImportedMembers {
  readonly #all: AddedMember[] = [];
  readonly #byKey = new Map<string, AddedMember>();
  readonly #present = new Set<string>();

  add(key: string | undefined, member: AddedMember): void {
    this.#all.push(member);
    if (key !== undefined && !this.#byKey.has(key)) this.#byKey.set(key, member);
  }

  addPresent(key: string | undefined): void {
    if (key !== undefined) this.#present.add(key);
  }

  find(key: string | undefined): AddedMember | undefined {
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  isPresent(key: string | undefined): boolean {
    return key !== undefined && this.#present.has(key);
  }

  get all(): readonly AddedMember[] {
    return this.#all;
  }
}
