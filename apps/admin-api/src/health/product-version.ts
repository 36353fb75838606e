import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The `package.json` of admin-api. The relative path is valid from `src/health` and from `dist/health`. */
const MANIFEST = join(__dirname, '../../package.json');

/** The version of Almanac in the `package.json` of admin-api; `unknown` if the file has no `version`. */
export function productVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}
