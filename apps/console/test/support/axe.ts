import { source } from 'axe-core';
import type { Page } from 'playwright-core';

/** Loads axe-core into the page and its frames, once for each document. `@axe-core/playwright` would load it again for every run. */
async function load(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(source);
}

/**
 * Runs rules of axe-core, by name or by tag, on the element that a selector finds.
 * @returns the violations, each with the elements that it concerns
 */
export async function runAxe(page: Page, rules: readonly string[], selector = 'html'): Promise<string[]> {
  await load(page);
  const violations =
    await page.evaluate(`axe.run(${JSON.stringify(selector)}, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`);
  return violations as string[];
}
