import type { PreviewedPost } from './preview-queries.ts';

const STYLE = `
:root { color-scheme: light; }
body { max-width: 720px; margin: 32px auto; padding: 0 16px; font: 18px/1.6 Georgia, 'Times New Roman', serif; color: #24221f; background: #fff; overflow-wrap: anywhere; }
h1, h2, h3, h4 { font-family: system-ui, sans-serif; line-height: 1.2; }
h1 { font-size: 40px; }
img, video, iframe { max-width: 100%; height: auto; }
figure { margin: 24px 0; }
figcaption { font: 14px/1.5 system-ui, sans-serif; color: #57534d; text-align: center; }
.kg-gallery-row { display: flex; gap: 8px; }
.kg-callout-card { display: flex; gap: 12px; padding: 16px 20px; border-radius: 6px; background: #f3f2ef; }
.kg-bookmark-container { display: flex; color: inherit; text-decoration: none; border: 1px solid #dad7d1; border-radius: 6px; overflow: hidden; }
.kg-bookmark-content { flex: 1; padding: 16px; font: 15px/1.5 system-ui, sans-serif; }
.kg-bookmark-title { font-weight: 650; }
.kg-bookmark-icon { width: 18px; }
.kg-bookmark-thumbnail { flex: 0 0 33%; }
.kg-bookmark-thumbnail img { width: 100%; height: 100%; object-fit: cover; }
.kg-btn, .kg-header-card-button { display: inline-block; padding: 8px 20px; border-radius: 6px; color: #fff; background: #0f6157; text-decoration: none; font: 16px system-ui, sans-serif; }
.kg-align-center { text-align: center; }
svg { max-width: 24px; max-height: 24px; }
`;

/**
 * The source of an HTML page with the post. The HTML of the post is not sanitized, so the page must only be shown in a frame with an
 * empty `sandbox` attribute: the frame runs no scripts and has an origin of its own.
 */
export function previewDocument({ title, html, feature_image, feature_image_alt }: PreviewedPost): string {
  const page = document.implementation.createHTMLDocument(title);
  const style = Object.assign(page.createElement('style'), { textContent: STYLE });
  // A click on a link without a target of its own does nothing: the link would open a new window, which the sandbox forbids. Without this
  // target, the frame would show the linked page instead of the preview.
  const base = Object.assign(page.createElement('base'), { target: '_blank' });
  page.head.append(base, style);
  page.body.append(Object.assign(page.createElement('h1'), { textContent: title }));
  if (feature_image) {
    const image = Object.assign(page.createElement('img'), { src: feature_image, alt: feature_image_alt ?? '' });
    page.body.append(image);
  }
  return `<!doctype html><html>${page.head.outerHTML}<body>${page.body.innerHTML}${html ?? ''}</body></html>`;
}
