const WORDS_PER_SECOND = 275 / 60;
/** Seconds for the first image. Each further image takes one second less than the one before it, but at least 3 seconds. */
const FIRST_IMAGE_SECONDS = 12;
const LEAST_IMAGE_SECONDS = 3;
/** The kinds of characters: no part of a word (`OTHER`), part of a word (`WORD`), or `UNSPACED`. */
const OTHER = 0;
const WORD = 1;
/** A Chinese, Japanese or Korean character. As in Ghost, it counts as a word, see {@link FIRST_IDEOGRAPH}. */
const UNSPACED = 2;
/** As in Ghost, a run of `UNSPACED` characters counts as one word if the code of its first character, e.g. a hiragana, is below this. */
const FIRST_IDEOGRAPH = 0x4e00;
/** The code of `<`. */
const LESS_THAN = 0x3c;
/** The kind of each UTF-16 unit. */
const characterKinds = buildCharacterKinds();

/**
 * Estimates the reading time of a post as Ghost does: 275 words per minute, and some seconds for each image.
 *
 * @param post `html` is the complete html of the post; a feature image counts as one more image
 * @returns whole minutes, 0 for a short text
 */
export function readingTimeOf({ html, hasFeatureImage }: { html: string; hasFeatureImage: boolean }): number {
  const { words, images } = countWordsAndImages(html);
  let seconds = words / WORDS_PER_SECOND;
  const total = images + (hasFeatureImage ? 1 : 0);
  for (let image = 0; image < total; image += 1) seconds += Math.max(FIRST_IMAGE_SECONDS - image, LEAST_IMAGE_SECONDS);
  return Math.round(seconds / 60);
}

function countWordsAndImages(html: string): { words: number; images: number } {
  let words = 0;
  let images = 0;
  let previous = OTHER;
  let countsEachCharacter = false;
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    const close = code === LESS_THAN ? html.indexOf('>', at) : -1;
    if (code === LESS_THAN && close === -1) break;
    const kind = characterKinds[code] ?? OTHER;
    if (close !== -1) {
      if (html.startsWith('<img', at)) images += 1;
      at = close;
    } else if (kind !== OTHER && (kind !== previous || countsEachCharacter)) {
      words += 1;
      countsEachCharacter = kind === UNSPACED && (kind === previous || code >= FIRST_IDEOGRAPH);
    }
    previous = kind;
  }
  return { words, images };
}

function buildCharacterKinds(): Uint8Array {
  const table = new Uint8Array(0x10000);
  // Each string is a range: its first and its last character.
  const words = ['az', 'AZ', 'Àÿ', '09', '__', '\u0392\u03c9', '\u0410\u04f9'];
  const unspaced = ['\u4e00\u9fff', '\u3400\u4dbf', '\uf900\ufaff', '\u3040\u309f', '\uac00\ud7af'];
  for (const range of words) table.fill(WORD, range.charCodeAt(0), range.charCodeAt(1) + 1);
  for (const range of unspaced) table.fill(UNSPACED, range.charCodeAt(0), range.charCodeAt(1) + 1);
  return table;
}
