// npm run zone-data [-- <directory> <target>]: compiles the zone data of libs/recurrence from a zoneinfo directory.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compileZone } from './compile';
import { isTzFile, parseTzFile } from './tzif';

/** Files of a zoneinfo directory that are not zones: a placeholder, defaults of the machine, and two copies of all zones. */
const NOT_ZONES = /^(?:Factory|localtime|posixrules|(?:posix|right)\/.*)$/;

/** Compiles a zoneinfo directory. @returns the source text of the generated module */
export function compileZoneInfo(directory: string): string {
  const namesByLine = new Map<string, string[]>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).split(sep).join('/');
    if (entry.isDirectory() || NOT_ZONES.test(name)) continue;
    const bytes = readFileSync(path);
    if (!isTzFile(bytes)) continue;
    const line = compileZone(parseTzFile(bytes));
    namesByLine.set(line, [...(namesByLine.get(line) ?? []), name]);
  }
  const lines = [...namesByLine].map(([line, names]) => `${names.sort().join(' ')}|${line}`).sort();
  return [
    '// Compiled from the tz database (public domain) by `npm run zone-data`; not edited by hand.',
    'export const ZONE_DATA = {',
    `  version: '${versionOf(directory)}',`,
    '  zones: [',
    ...lines.map((line) => `    '${line}',`),
    '  ],',
    '};',
    '',
  ].join('\n');
}

/** The version of the tz database. @throws Error when it is missing */
function versionOf(directory: string): string {
  const [, version] = /^# version (\S+)/.exec(readFileSync(join(directory, 'tzdata.zi'), 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${directory}/tzdata.zi has no version line.`);
  return version;
}

if (require.main === module) {
  const [, , directory = '/usr/share/zoneinfo', target = 'libs/recurrence/src/generated/zone-data.ts'] = process.argv;
  writeFileSync(target, compileZoneInfo(directory));
}
