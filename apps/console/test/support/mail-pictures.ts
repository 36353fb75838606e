import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { runAxe } from './axe';
import { SCREENSHOTS } from './browser';

/** The width of a mail in most mail programs, and that of a small phone. */
const WIDTHS = [600, 360];

/** Html with cards that are as wide as their pictures, cards with colours of their own, and a part after the paywall. */
export const mailedCards = (picture: string): string => `<!--kg-card-begin: html-->
<p>Two of us rowed over <a href="/about/">in the dark</a>.</p>
<figure class="kg-card kg-image-card"><img src="${picture}" class="kg-image" alt="The harbour"><figcaption>The harbour</figcaption></figure>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row">
<div class="kg-gallery-image"><img src="${picture}" alt="Left"></div><div class="kg-gallery-image"><img src="${picture}" alt="Right"></div></div></div></figure>
<figure class="kg-card kg-video-card" data-kg-thumbnail="${picture}"><video src="/content/media/v.mp4"></video></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://lamps.example/"><div class="kg-bookmark-content">
<div class="kg-bookmark-title">Lamps</div><div class="kg-bookmark-description">How they burn</div></div>
<div class="kg-bookmark-thumbnail"><img src="${picture}"></div></a></figure>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Bring <a href="/oil/">oil</a>.</div></div>
<div class="kg-card kg-button-card"><a href="/join/" class="kg-btn">Join the watch</a></div>
<blockquote>Read the height before the time.</blockquote><pre><code>${'lamp '.repeat(30)}</code></pre>
<!--kg-card-end: html--><!--members-only--><p>The rest.</p>`;

/** Saves screenshots of a mail in `reports/screens`. @returns texts with too little contrast, and widths that the mail exceeds */
export async function problemsOfMail(page: Page, html: string): Promise<string[]> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const problems: string[] = [];
  await page.setContent(html);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const place = `mail-${width}-${colorScheme}`;
      await page.screenshot({ path: join(SCREENSHOTS, `${place}.png`), fullPage: true });
      problems.push(...(await runAxe(page, ['color-contrast'])).map((violation) => `${place}: ${violation}`));
      const widest = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (widest > width) problems.push(`${place}: the mail is ${widest} px wide`);
    }
  }
  return problems;
}
