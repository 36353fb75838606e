/** A format of video or audio: the extension of its files, and the media type with which they are served. */
interface MediaFormat {
  extension: string;
  mimeType: string;
  /** Other media types with which clients send such files. */
  aliases: readonly string[];
  /** Whether a file with these first bytes can have the format. */
  matches: (head: Buffer) => boolean;
}

const startsWith =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;
const isMpeg4 = startsWith('ftyp', 4);
const isMatroska = startsWith('\x1a\x45\xdf\xa3');
const isOgg = startsWith('OggS');
const isWave = (head: Buffer): boolean => startsWith('RIFF')(head) && startsWith('WAVE', 8)(head);
/** An ID3 tag, or the 11 bits with the value 1 at the beginning of a frame of MPEG audio. */
const isMpegAudio = (head: Buffer): boolean =>
  startsWith('ID3')(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0);

/** The accepted formats, the same as in Ghost 5. */
const mediaFormats: readonly MediaFormat[] = [
  { extension: '.mp4', mimeType: 'video/mp4', aliases: [], matches: isMpeg4 },
  { extension: '.webm', mimeType: 'video/webm', aliases: ['audio/webm'], matches: isMatroska },
  { extension: '.ogv', mimeType: 'video/ogg', aliases: [], matches: isOgg },
  { extension: '.mp3', mimeType: 'audio/mpeg', aliases: ['audio/mp3'], matches: isMpegAudio },
  {
    extension: '.wav',
    mimeType: 'audio/wav',
    aliases: ['audio/vnd.wav', 'audio/wave', 'audio/x-wav'],
    matches: isWave,
  },
  { extension: '.ogg', mimeType: 'audio/ogg', aliases: ['application/ogg', 'video/ogg'], matches: isOgg },
  { extension: '.m4a', mimeType: 'audio/mp4', aliases: ['audio/x-m4a', 'audio/m4a'], matches: isMpeg4 },
];

/** The extensions of media, with their dot. */
export const mediaExtensions: readonly string[] = mediaFormats.map(({ extension }) => extension);

/** The media type of files with this extension; undefined if it is not an extension of video or audio. */
export function mediaTypeOf(extension: string): string | undefined {
  return mediaFormats.find((format) => format.extension === extension)?.mimeType;
}

/**
 * Whether extension, declared media type and first bytes fit the same format. `application/octet-stream` fits every format.
 */
export function isMedia(extension: string, declaredType: string, head: Buffer): boolean {
  const type = mediaFormats.find((one) => one.extension === extension);
  if (type === undefined || !type.matches(head)) return false;
  const declared = declaredType.toLowerCase();
  return declared === type.mimeType || declared === 'application/octet-stream' || type.aliases.includes(declared);
}
