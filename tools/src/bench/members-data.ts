import { stringify } from 'csv-stringify/sync';
import { writeFileSync } from 'node:fs';

/** The number of members. */
export const MEMBERS = 100_000;

/** Writes a CSV file of 100,000 members. Names have accents, and every tenth note has a comma and quotes. */
export function writeMembersFile(path: string): void {
  const rows = Array.from({ length: MEMBERS }, (_, index) => [
    `member-${index}@example.com`,
    `Zoë Mémbre ${index}`,
    index % 10 === 0 ? `Said "hello, again" at stand ${index}, and asked for the almanac` : `Met at stand ${index}`,
  ]);
  writeFileSync(path, stringify([['email', 'name', 'note'], ...rows]));
}

/** SQL that empties the tables which an import of members fills. */
export const EMPTY_MEMBERS = `truncate publishing.members, publishing.outbox, publishing.member_subscriptions cascade`;
