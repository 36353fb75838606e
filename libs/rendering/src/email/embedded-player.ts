const YOUTUBE = /^(?:www\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;
/** Matches host and path of a frame with a video, and captures the id of the video. */
const VIDEO = /^(?:youtu\.be|[^/]*\/embed)\/([\w-]{6,20})$/;

/** The paths of frames that match {@link VIDEO} but do not contain the id of a video. */
const PLAYLIST_PATH = '/embed/videoseries';
const LIVE_PATH = '/embed/live_stream';

/** The data of an embedded player that a mail shows instead of the player. */
export interface EmbeddedPlayer {
  /** The page of the video, playlist or live stream; for other frames the URL of the frame. */
  url: string;
  /** The URL of a picture. */
  thumbnail?: string;
  /** The name of the host for readers, e.g. `YouTube` or `vimeo.com`. */
  host: string;
}

/** The data of the player in a frame. @param src the absolute URL of the frame */
export function playerOf(src: string): EmbeddedPlayer {
  const url = new URL(src);
  const youtube = YOUTUBE.test(url.hostname) ? youtubePlayerOf(url) : null;
  return youtube ?? { url: src, host: url.hostname.replace(/^(?:www|player|open)\./, '') };
}

/** The player of a video, playlist or live stream of YouTube; null for other paths. */
function youtubePlayerOf({ hostname, pathname, searchParams }: URL): EmbeddedPlayer | null {
  const host = 'YouTube';
  if (pathname === PLAYLIST_PATH) {
    const list = searchParams.get('list');
    return list ? { url: `https://www.youtube.com/playlist?list=${encodeURIComponent(list)}`, host } : null;
  }
  if (pathname === LIVE_PATH) {
    const channel = searchParams.get('channel');
    return channel ? { url: `https://www.youtube.com/channel/${encodeURIComponent(channel)}/live`, host } : null;
  }
  const id = VIDEO.exec(hostname + pathname)?.[1];
  if (id === undefined) return null;
  return {
    url: `https://www.youtube.com/watch?v=${id}`,
    thumbnail: `https://img.youtube.com/vi/${id}/hqdefault.jpg`,
    host,
  };
}
