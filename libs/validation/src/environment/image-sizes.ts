/** `w600`, `h400` or `w600h400`, up to 9999 pixels. */
export const IMAGE_SIZE = /^(?=.)(?:w[1-9]\d{0,3})?(?:h[1-9]\d{0,3})?$/;

/** Bounds the number of stored files: each size of an image can be stored in up to four formats. */
export const MAX_IMAGE_SIZES = 40;

/** The sizes of Ghost, of its default themes (Casper and Source) and of common front ends. */
export const DEFAULT_IMAGE_SIZES: readonly string[] = [
  ...['w30', 'w100', 'w160', 'w256h256', 'w300', 'w320', 'w400', 'w600', 'w600h400', 'w750', 'w960', 'w1000'],
  ...['w1140', 'w1200', 'w1600', 'w1920', 'w2000', 'w2400'],
];
