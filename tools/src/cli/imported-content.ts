import { ValidationError } from '@almanac/errors';
import { type StoreFile } from '@almanac/publishing';
import { ContentDisk, ContentFiles } from '@almanac/storage';
import { type DataSource } from 'typeorm';
import { type CommandContext } from './command-context';

const NO_STORAGE = 'Files are stored only if STORAGE_PATH or STORAGE_BUCKET is set as in admin-api.';

/** Stores the uploaded files of an import where admin-api serves them from. */
export function contentStore({ configuration }: CommandContext, dataSource: DataSource): StoreFile {
  const { storagePath, storageBucket } = configuration;
  if (storagePath === undefined && storageBucket === undefined) {
    return () => Promise.reject(new ValidationError(NO_STORAGE));
  }
  const files = new ContentFiles(new ContentDisk({ ...configuration, storagePath: storagePath ?? '' }), dataSource);
  return (area, path, content) => files.addAs(area, path, content);
}
