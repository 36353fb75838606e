import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The manifest of admin-api, seen from this file's folder in `src` and in `dist`. */
const MANIFEST = join(__dirname, '../../package.json');

/** The version of this installation, as its manifest names it. */
export function productVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}
