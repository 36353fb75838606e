/** The image formats that admin-api can serve in other sizes. */
const RESIZED = /\.(?:jpe?g|png|webp|avif)$/i;

/**
 * Options of Ghost's lexical renderer. With these options, the renderer writes `srcset` and `sizes` of images as Ghost 5 does, with the
 * widths of Ghost up to the width of the image. A width of the image between two of these widths is included, too. admin-api serves the
 * resized images below `/content/images/size/`.
 */
export const responsiveImages = {
  imageOptimization: {
    srcsets: true,
    contentImageSizes: { w600: { width: 600 }, w1000: { width: 1000 }, w1600: { width: 1600 }, w2400: { width: 2400 } },
  },
  canTransformImage: (path: string): boolean => RESIZED.test(path),
};
