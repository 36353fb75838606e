const YOUTUBE = /^(?:www\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;
const VIDEO_ID = /^\/(?:embed\/)?([\w-]{6,20})$/;

/** The data of an embedded player that a mail shows instead of the player. */
export interface EmbeddedPlayer {
  /** The page of the video or recording; the URL of the frame for an unknown host. */
  url: string;
  /** The URL of a picture. */
  thumbnail?: string;
  /** The name of the host for readers, e.g. `YouTube` or `vimeo.com`. */
  host: string;
}

/** The data of the player in a frame. @param src the absolute URL of the frame */
export function playerOf(src: string): EmbeddedPlayer {
  const { hostname, pathname } = new URL(src);
  const host = hostname.replace(/^(?:www|player|open)\./, '');
  const id = YOUTUBE.test(hostname) ? VIDEO_ID.exec(pathname)?.[1] : undefined;
  if (id === undefined) return { url: src, host };
  return {
    url: `https://www.youtube.com/watch?v=${id}`,
    thumbnail: `https://img.youtube.com/vi/${id}/hqdefault.jpg`,
    host: 'YouTube',
  };
}
