export { type ByteRange, ContentDisk, type StorageSettings, type StoredContent, type StoredFile } from './content-disk';
export { type CheckedFile, MAX_FILE_BYTES, MAX_IMAGE_BYTES } from './files/check-file';
export { type AddFileResult, ContentFiles, type IncomingContent, type PendingFile } from './files/content-files';
export { type ContentArea, contentAreas, fileStem, isServedName, monthFolder } from './files/file-name';
export { mediaExtensions } from './files/media-type';
export { type ServedFile, servedFile } from './files/served-file';
export { imageExtensions, type ImageType, typeOfExtension } from './images/image-type';
export { readImage, type ReadImage } from './images/read-image';
