import type { Changes } from './fields.ts';
import type { PostRevision } from './stored-post.ts';

/** Changes of a post or page that the server has not stored yet. The copy is stored in the browser. */
export interface LocalCopy {
  /** `<user id>/<posts|pages>/<post id>`; for a new post `new:<UUID>` instead of the id. */
  key: string;
  changes: Changes;
  /** The revision of the stored post to which the changes apply; null for a new post. */
  base: PostRevision | null;
  /** The time at which the copy was stored, in milliseconds since 1970. */
  keptAt: number;
}

const DATABASE = 'almanac.editor';
const STORE = 'copies';

let database: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser offers no storage.'));
  });
  return database;
}

async function runTransaction<Result>(
  mode: IDBTransactionMode,
  createRequest: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opened = await openDatabase();
  return new Promise<Result>((resolve, reject) => {
    const transaction = opened.transaction(STORE, mode);
    const request = createRequest(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser could not store the copy.'));
  });
}

/**
 * The local copies in IndexedDB. If the browser offers no storage, e.g. because the disk is full, nothing is stored or found, and no error
 * is thrown.
 */
export const localCopies = {
  find: (key: string): Promise<LocalCopy | undefined> =>
    runTransaction('readonly', (store): IDBRequest<LocalCopy | undefined> => store.get(key)).catch(() => undefined),
  /** The copies whose key begins with `prefix`. */
  list: (prefix: string): Promise<LocalCopy[]> =>
    runTransaction('readonly', (store): IDBRequest<LocalCopy[]> =>
      store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
    ).catch(() => []),
  put: (copy: LocalCopy): Promise<unknown> =>
    runTransaction('readwrite', (store) => store.put(copy)).catch(() => undefined),
  remove: (key: string): Promise<unknown> =>
    runTransaction('readwrite', (store) => store.delete(key)).catch(() => undefined),
};
