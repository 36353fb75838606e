import type { Locator, Page } from 'playwright-core';
import { consoleUrl } from './browser';

export const titleField = (page: Page): Locator => page.getByRole('textbox', { name: 'Title', exact: true });

/** The body of the post; nested editors of cards are inside it. */
export const editorBody = (page: Page): Locator => page.getByRole('textbox', { name: 'Text', exact: true });

/** Opens the editor of a new post or page. */
export async function openNew(page: Page, type: 'posts' | 'pages'): Promise<void> {
  await page.goto(consoleUrl(`${type}/new`));
  await editorBody(page).waitFor();
}

/** Types at the end of the body. */
export async function typeBody(page: Page, text: string): Promise<void> {
  await editorBody(page).locator('p').last().click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

/** Waits until the bar of the editor shows the state. */
export async function waitForState(page: Page, state: string, timeout = 30_000): Promise<void> {
  await page.getByRole('status').getByText(state, { exact: true }).waitFor({ timeout });
}

/** The next upload of an image waits. @returns a function that lets it continue */
export async function holdUpload(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    '**/images/upload/',
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return release;
}
