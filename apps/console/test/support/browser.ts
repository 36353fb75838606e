import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { runAxe } from './axe';

/** The values in `.almanac/local.json`, which `npm start` writes, that the suites use. */
interface LocalAlmanac {
  siteUrl: string;
  adminApiUrl: string;
  contentApiUrl: string;
  calendarUrl: string;
  mailboxUrl: string;
  adminKey: string;
  contentKey: string;
  owner: { email: string; password: string };
}

/** Debian's headless build of Chromium. It needs three quarters of the processor time of the full one. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** The path of the browser. The environment variable CHROMIUM sets another one. */
export const CHROMIUM = process.env['CHROMIUM'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');
export const SCREENSHOTS = resolve(__dirname, '../../../../reports/screens');
const WIDTHS = [1280, 360];
const SCHEMES = ['light', 'dark'] as const;
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPEN_DIALOG = '[role=dialog][aria-modal=true]';

export const local = (): LocalAlmanac => JSON.parse(process.env['CONSOLE_TEST_LOCAL'] ?? '{}') as LocalAlmanac;

export const consoleUrl = (path = ''): string => `${local().adminApiUrl}/console/${path}`;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Creates a browser profile, in English. */
export async function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  profile.setDefaultTimeout(30_000);
  return profile;
}

/** Records the errors of a page: exceptions, and errors in its console, e.g. of React or of the content security policy. */
export function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser reports each response with an error status in the console. The suites check these responses where they matter.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}

interface Person {
  email: string;
  password: string;
}

/** Signs in by the form. @returns a page that shows the Console's home */
export async function signIn(profile: BrowserContext, person: Person = local().owner): Promise<Page> {
  const page = await profile.newPage();
  await page.goto(consoleUrl('signin'));
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // On a phone, the navigation is hidden until the user opens the menu.
  await page.getByRole('navigation', { name: 'Main', includeHidden: true }).waitFor({ state: 'attached' });
  return page;
}

/** @returns the violations of WCAG 2.2 AA on the page */
async function violationsOf(page: Page, scheme: (typeof SCHEMES)[number]): Promise<string[]> {
  // Below a modal dialog, the page is dimmed and cannot be used.
  const isDialogOpen = await page.locator(OPEN_DIALOG).first().isVisible();
  // The themes differ in colours only.
  return runAxe(page, scheme === 'dark' ? ['color-contrast'] : WCAG_TAGS, isDialogOpen ? OPEN_DIALOG : 'html');
}

/**
 * Shows the screen at each width and in each theme, and saves a screenshot of each in `reports/screens`.
 * @returns the violations of WCAG 2.2 AA, and the widths at which the content is wider than the screen
 */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
      const place = `${name}-${width}-${scheme}`;
      await page.screenshot({ path: join(SCREENSHOTS, `${place}.png`) });
      problems.push(...(await violationsOf(page, scheme)).map((violation) => `${place}: ${violation}`));
      const widest = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (widest > width) problems.push(`${place}: the page is ${widest} px wide`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
}
