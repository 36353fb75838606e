const UPLOAD = /^(.*\/content\/images)\/(?!size\/)(.+\.(?:jpe?g|png|webp|avif))$/i;
const WIDTHS = [300, 600, 1000, 1600];

/** The `srcset` of an image in `/content/images/`, in widths that Almanac serves by default; undefined for other URLs, SVG and GIF. */
export function srcsetOf(url: string): string | undefined {
  const [, folder, file] = UPLOAD.exec(url) ?? [];
  return folder && WIDTHS.map((width) => `${folder}/size/w${width}/${file} ${width}w`).join(', ');
}
