const YOUTUBE = /^(?:www\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;
const VIDEO_ID = /^\/(?:embed\/)?([\w-]{6,20})$/;

/** A player as a mail shows it: a link, and a picture where its host has one. */
export interface Playable {
  url: string;
  thumbnail?: string;
  host: string;
}

/** The link, picture and host of an embedded player. @param src an absolute URL */
export function playableOf(src: string): Playable {
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
