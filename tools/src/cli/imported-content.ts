import { ValidationError } from '@almanac/errors';
import { type StoreFile } from '@almanac/publishing';
import { ContentDisk, ContentFiles } from '@almanac/storage';
import { type DataSource } from 'typeorm';
import { type CommandContext } from './command-context';

const NO_STORAGE = 'Files are stored only if STORAGE_PATH or STORAGE_BUCKET is set as in admin-api.';

/** The storage for the uploaded files of an import. */
export interface ImportedContent {
  store: StoreFile;
  /** Whether there is a file with this path below `/content/`. */
  isStored: (path: string) => Promise<boolean>;
}

/** The storage from which admin-api serves uploaded files. Without STORAGE_PATH and STORAGE_BUCKET, `store` rejects. */
export function contentOf({ configuration }: CommandContext, dataSource: DataSource): ImportedContent {
  const { storagePath, storageBucket } = configuration;
  if (storagePath === undefined && storageBucket === undefined) {
    return { store: () => Promise.reject(new ValidationError(NO_STORAGE)), isStored: () => Promise.resolve(false) };
  }
  const files = new ContentFiles(new ContentDisk({ ...configuration, storagePath: storagePath ?? '' }), dataSource);
  return {
    store: (area, path, content) => files.addAs(area, path, content),
    isStored: async (path) => (await files.find(path)) !== null,
  };
}
