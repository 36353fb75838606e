import axe from 'axe-core';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The values in `.almanac/local.json`, which `npm start` writes, that the suite uses. */
interface LocalAlmanac {
  siteUrl: string;
  adminApiUrl: string;
  calendarUrl: string;
  mailboxUrl: string;
  adminKey: string;
  schedulerKey: string;
  calendarSession: { hash: string };
  owner: { email: string; password: string };
}

/** Debian's headless build of Chromium. It needs three quarters of the processor time of the full one. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** The path of the browser. The environment variable CHROMIUM sets another one. */
const CHROMIUM = process.env['CHROMIUM'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');
const SCREENSHOTS = resolve(__dirname, '../../../../reports/screens');
const SITE_START_MS = 60_000;
const POLL_MS = 100;

/** The suites of the site and of the Console share one running Almanac, whose values are in this variable. */
export const local = (): LocalAlmanac => JSON.parse(process.env['CONSOLE_TEST_LOCAL'] ?? '{}') as LocalAlmanac;

export const siteUrl = (path = '/'): string => `${local().siteUrl}${path}`;

/** Calls `read` until its result is truthy. @returns this result @throws Error after the time limit */
export async function eventually<Value>(read: () => Promise<Value>, timeoutMs: number): Promise<NonNullable<Value>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`The condition was not met within ${timeoutMs} ms.`);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** Waits until the site responds: the launcher starts it after the services. */
export const untilSiteResponds = (): Promise<boolean> =>
  eventually(async () => (await fetch(siteUrl('/robots.txt'))).ok, SITE_START_MS);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export async function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  profile.setDefaultTimeout(30_000);
  return profile;
}

/** @returns the violations that axe-core finds in the page, each with the elements that it concerns */
async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  // The themes differ in colours only.
  const options = JSON.stringify(colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {});
  const violations = await page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`);
  return violations as string[];
}

/** Saves screenshots in `reports/screens`. @returns violations of WCAG 2.2 AA, and overflow, at two widths in both themes */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const problems: string[] = [];
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const place = `site-${name}-${width}-${colorScheme}`;
      await page.screenshot({ path: join(SCREENSHOTS, `${place}.png`), fullPage: true });
      problems.push(...(await violationsOf(page, colorScheme)).map((violation) => `${place}: ${violation}`));
      const widest = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (widest > width) problems.push(`${place}: the page is ${widest} px wide`);
    }
  }
  return problems;
}

/** The link in the newest mail to an address. */
export async function mailedLink(address: string): Promise<string> {
  return eventually(async () => {
    const response = await fetch(`${local().mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
    const [mail] = (await response.json()) as { text: string }[];
    return /http\S+\/members\/confirm\/\?\S+/.exec(mail?.text ?? '')?.[0];
  }, 20_000);
}
