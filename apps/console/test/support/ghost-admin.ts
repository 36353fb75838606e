import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { local } from './browser';

const PROGRAM = resolve(__dirname, '../../../../tools/ci/ghost-admin.mjs');
const PAGE = 'core/server/web/admin/views/default-prod.html';

/**
 * The folder of the unpacked package of Ghost 3.
 * @throws when it cannot be downloaded: the suite that needs it fails
 */
function ghostFolder(): string {
  try {
    return execFileSync(process.execPath, [PROGRAM], { encoding: 'utf8' }).trim();
  } catch (error) {
    throw new Error("The package ghost@3.2.0 could not be downloaded, so Ghost's own admin cannot be tested.", {
      cause: error,
    });
  }
}

/** The URL of a screen of Ghost's admin. */
export const ghostAdminUrl = (screen = ''): string => `${local().adminApiUrl}/ghost/#/${screen}`;

/**
 * Serves the admin of Ghost, unchanged, at `/ghost/` of admin-api. Its requests to `/ghost/api/` reach admin-api, and those for images
 * and pages of the site reach the site. Requests to other hosts fail.
 */
export async function serveGhostAdmin(profile: BrowserContext): Promise<void> {
  const folder = ghostFolder();
  const { adminApiUrl, siteUrl } = local();
  await profile.route(/^https?:/, async (route) => {
    const url = new URL(route.request().url());
    if (![adminApiUrl, siteUrl].includes(url.origin)) return route.abort();
    if (url.origin === siteUrl || url.pathname.startsWith('/ghost/api/')) return route.continue();
    const asset = /^\/ghost\/(assets\/.*)$/.exec(url.pathname)?.[1];
    if (!asset) return route.fulfill({ path: join(folder, PAGE), contentType: 'text/html; charset=utf-8' });
    const path = join(folder, 'core/built', decodeURIComponent(asset));
    return existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 404 });
  });
}
