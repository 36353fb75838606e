interface ConsoleUrls {
  /** The URL whose origin serves the Console. */
  adminUrl: string;
  siteUrl: string;
  calendarUrl: string;
}

/**
 * The Content-Security-Policy of the Console (ADR 0313). It allows scripts only from the folder of the built assets. `'self'` would also
 * allow files that authors uploaded, if the origin of the Console serves `/content/`: with SINGLE_ORIGIN, or without the edge.
 */
export function contentSecurityPolicy({ adminUrl, siteUrl, calendarUrl }: ConsoleUrls): string {
  const siteOrigin = new URL(siteUrl).origin;
  // `https:` and the origin of SITE_URL: posts can show images, video and audio from any host. `blob:`: files during their upload.
  // `data:`: icons in style sheets.
  const media = `'self' data: blob: https: ${siteOrigin}`;
  const directives = {
    'default-src': "'none'",
    'script-src': `${new URL(adminUrl).host}/console/assets/`,
    // Mantine and the editor set styles on elements.
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self'",
    'img-src': media,
    'media-src': media,
    // The origin of SITE_URL: previews, from the Content API. `data:`: pasted images, which the editor reads before it uploads them.
    'connect-src': `'self' data: ${siteOrigin} ${new URL(calendarUrl).origin}`,
    // The Console's frames contain their document in the attribute `srcdoc`, so they need no source.
    'frame-src': "'none'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
