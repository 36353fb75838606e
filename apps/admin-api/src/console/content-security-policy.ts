interface Origins {
  /** Where the Console is served. */
  adminUrl: string;
  siteUrl: string;
  calendarUrl: string;
}

/**
 * The Content-Security-Policy of the Console (ADR-0313). Scripts come from the built assets only: `'self'` would include
 * files that authors have uploaded. The comment of a line names the reason for its other sources.
 */
export function contentSecurityPolicy({ adminUrl, siteUrl, calendarUrl }: Origins): string {
  const [admin, site, calendar] = [adminUrl, siteUrl, calendarUrl].map((url) => new URL(url));
  if (!admin || !site || !calendar) throw new Error('The policy needs three addresses.');
  // `https:` and the site: pictures, video and audio of posts may be on any site. `blob:`: files during their upload.
  // `data:`: icons of styles.
  const media = `'self' data: blob: https: ${site.origin}`;
  const directives = {
    'default-src': "'none'",
    'script-src': `${admin.host}/console/assets/`,
    // Mantine and the editor set styles on elements.
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self'",
    'img-src': media,
    'media-src': media,
    // The site: previews, from the Content API. `data:`: pictures that were pasted, read by the editor before it uploads them.
    'connect-src': `'self' data: ${site.origin} ${calendar.origin}`,
    // Frames have their document in `srcdoc`, which needs no source.
    'frame-src': "'none'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
