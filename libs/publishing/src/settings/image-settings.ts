/** The keys of the settings whose value is the URL of an image. */
export const imageSettings: ReadonlySet<string> = new Set(['logo', 'icon', 'cover_image', 'og_image', 'twitter_image']);
