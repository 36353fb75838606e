import type { Changes } from './fields.ts';
import type { RevisionOfPost } from './stored-post.ts';

/** Changes that are not saved on the server yet, stored in the browser. */
export interface LocalCopy {
  /** `<user id>/<posts|pages>/<post id or new:…>`. */
  key: string;
  changes: Changes;
  /** The revision of the post that was changed; null for a new post. */
  base: RevisionOfPost | null;
  /** Milliseconds since 1970. */
  keptAt: number;
}

const DATABASE = 'almanac.editor';
const STORE = 'copies';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser offers no storage.'));
  });
  return opened;
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser could not store the copy.'));
  });
}

/**
 * The copies in IndexedDB of this browser. Without storage (private windows, a full disk) the changes are in memory only.
 */
export const localCopies = {
  find: (key: string): Promise<LocalCopy | undefined> =>
    inStore('readonly', (store): IDBRequest<LocalCopy | undefined> => store.get(key)).catch(() => undefined),
  list: (prefix: string): Promise<LocalCopy[]> =>
    inStore('readonly', (store): IDBRequest<LocalCopy[]> =>
      store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
    ).catch(() => []),
  keep: (copy: LocalCopy): Promise<unknown> => inStore('readwrite', (store) => store.put(copy)).catch(() => undefined),
  remove: (key: string): Promise<unknown> => inStore('readwrite', (store) => store.delete(key)).catch(() => undefined),
};
