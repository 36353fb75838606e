/** Known oEmbed providers: a pattern for the URLs of their pages, and the URL of their oEmbed endpoint. */
const providers: readonly (readonly [page: RegExp, endpoint: string])[] = [
  [
    /^https?:\/\/((www|m)\.)?youtube\.com\/(watch|shorts|playlist)|^https?:\/\/youtu\.be\//,
    'https://www.youtube.com/oembed',
  ],
  [/^https?:\/\/((www|player)\.)?vimeo\.com\//, 'https://vimeo.com/api/oembed.json'],
  [/^https?:\/\/((www|mobile)\.)?(twitter|x)\.com\/\w+\/status(es)?\//, 'https://publish.twitter.com/oembed'],
  [/^https?:\/\/(www\.)?soundcloud\.com\//, 'https://soundcloud.com/oembed'],
  [/^https?:\/\/open\.spotify\.com\//, 'https://open.spotify.com/oembed'],
  [/^https?:\/\/(www\.)?flickr\.com\/photos\/|^https?:\/\/flic\.kr\/p\//, 'https://www.flickr.com/services/oembed/'],
  [/^https?:\/\/codepen\.io\/[\w-]+\/pen\//, 'https://codepen.io/api/oembed'],
  [/^https?:\/\/(www\.)?dailymotion\.com\/video\//, 'https://www.dailymotion.com/services/oembed'],
  [/^https?:\/\/(www\.)?mixcloud\.com\//, 'https://www.mixcloud.com/oembed/'],
  [/^https?:\/\/(www\.)?ted\.com\/talks\//, 'https://www.ted.com/services/v1/oembed.json'],
  [/^https?:\/\/(www\.)?tiktok\.com\/@[\w.]+\/video\//, 'https://www.tiktok.com/oembed'],
  [/^https?:\/\/(www\.)?reddit\.com\/r\/\w+\/comments\//, 'https://www.reddit.com/oembed'],
];

/** @returns the URL of the oEmbed response for a page; undefined if no known provider has the page */
export function knownOembedUrl(pageUrl: string): string | undefined {
  const endpoint = providers.find(([page]) => page.test(pageUrl))?.[1];
  if (endpoint === undefined) return undefined;
  const url = new URL(endpoint);
  url.searchParams.set('url', pageUrl);
  url.searchParams.set('format', 'json');
  return url.href;
}
