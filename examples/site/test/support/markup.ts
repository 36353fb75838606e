import { HtmlValidate } from 'html-validate';

/** Only the rules of the HTML standard, none for the style of the source. */
const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

/** @returns what is not valid in a page, each with its line */
export async function invalidMarkup(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
  );
}

/** @returns the JSON-LD of a page, parsed */
export function jsonLdOf(html: string): { '@type'?: string }[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...scripts].map(([, json = '']) => JSON.parse(json) as { '@type'?: string });
}

/** A script for the browser. It returns where a feed breaks the rules of RSS 2.0 (rssboard.org/rss-specification). */
export const rssProblems = (xml: string): string => `(() => {
  const feed = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml');
  const textOf = (parent, name) => [...parent.children].find((child) => child.nodeName === name)?.textContent ?? '';
  const problems = [];
  const expect = (isTrue, problem) => isTrue || problems.push(problem);
  expect(feed.documentElement.nodeName === 'rss' && feed.documentElement.getAttribute('version') === '2.0', 'rss');
  const [channel, ...others] = feed.documentElement.children;
  expect(channel?.nodeName === 'channel' && others.length === 0, 'one channel');
  for (const name of ['title', 'link', 'description']) expect(textOf(channel, name), 'channel without ' + name);
  const items = [...channel.querySelectorAll('item')];
  expect(items.length > 0, 'no items');
  expect(new Set(items.map((item) => textOf(item, 'guid'))).size === items.length, 'guids are not unique');
  for (const item of items) {
    const title = textOf(item, 'title');
    expect(title || textOf(item, 'description'), 'item without title and description');
    expect(URL.canParse(textOf(item, 'link')), title + ': link');
    const date = /^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$/;
    expect(date.test(textOf(item, 'pubDate')), title + ': pubDate');
  }
  return problems.join('; ');
})()`;
