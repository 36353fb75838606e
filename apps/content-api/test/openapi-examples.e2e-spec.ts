import { apiVersions } from '@almanac/api-versions';
import { type DocumentedExample, documentedExamples, type DocumentWithExamples } from '@almanac/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request, startTestService, type TestService } from './service';
import { fillSite } from './site';

/** A resource of the test's site by the root of its path. */
const slugs: Readonly<Record<string, string>> = {
  posts: 'open',
  pages: 'about',
  tags: 'news',
  authors: 'alice',
  tiers: 'free',
  newsletters: 'default-newsletter',
};

/** They need a token of the Admin API; previews.e2e-spec.ts sends them. */
const notSent = new Set(['GET posts/preview', 'GET pages/preview']);

function examplesOf(version: string): DocumentedExample[] {
  const file = join(__dirname, '../openapi', `${version}.json`);
  const examples = documentedExamples(JSON.parse(readFileSync(file, 'utf8')) as DocumentWithExamples);
  return examples.filter(({ route }) => !notSent.has(route));
}

describe('the examples in the documents of the Content API', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await fillSite(service.source);
  });
  afterAll(() => service.stop());

  async function objectOf(noun: string): Promise<Record<string, string>> {
    const slug = slugs[noun];
    if (slug === undefined) return {};
    const { body } = await service.get(`canary/content/${noun}/slug/${slug}/`);
    const [found] = Object(body)[noun] as { id: string }[];
    return { slug, id: found?.id ?? '' };
  }

  it.each(
    apiVersions.flatMap((version) => examplesOf(version).map((example) => [version, example.route, example] as const)),
  )('%s: %s', async (_version, route, { url, status }) => {
    const [, noun = ''] = /^GET (\w+)/.exec(route) ?? [];
    const path = url(await objectOf(noun));
    const key = `${path.includes('?') ? '&' : '?'}key=${service.contentKey.secret}`;
    expect((await request(service.app, path + key)).status).toBe(status);
  });
});
