/**
 * The media types of the files in the area `files`, by extension. A browser runs no scripts of files with these types.
 */
const fileTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.epub': 'application/epub+zip',
  '.ics': 'text/calendar; charset=utf-8',
  '.json': 'application/json',
  '.jsonld': 'application/ld+json',
  '.md': 'text/plain; charset=utf-8',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.pdf': 'application/pdf',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.rtf': 'application/rtf',
  '.txt': 'text/plain; charset=utf-8',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};

/** The media type of a file with this extension; `application/octet-stream` for an unknown extension. @param extension in lower case */
export function fileTypeOf(extension: string): string {
  return fileTypes[extension] ?? 'application/octet-stream';
}
