import { parsePosixRule, transitionsOfYear } from '@almanac/recurrence';
import type { LocalTimeKind, TzFile } from './tzif';

/** A transition: the instant in seconds since 1970, and the local time from then on. */
type Change = TzFile['transitions'][number];

/**
 * One line of the zone data without the names: `offset daylight abbreviation,…|order|deltas|footer`. `order` has the index of the kind of
 * local time of each transition, and `deltas` the seconds since the previous transition, both in base 36. Transitions that change nothing,
 * and those that the footer gives, are left out.
 */
export function compileZone(file: TzFile): string {
  const changes = withoutFooterYears(withoutRepetitions(file), file.footer);
  const kinds = [...new Set([file.initial, ...changes].map(kindText))];
  const order = changes.map((change) => digit(kinds.indexOf(kindText(change))));
  const deltas = changes.map((change, i) => (change.at - (changes[i - 1]?.at ?? 0)).toString(36));
  return [kinds.join(','), order.join(''), deltas.join(' '), file.footer].join('|');
}

function kindText({ offset, isDaylight, abbreviation }: LocalTimeKind): string {
  return `${offset} ${isDaylight ? 1 : 0} ${abbreviation}`;
}

/** One digit in base 36. @throws Error when one digit is not enough */
function digit(index: number): string {
  if (index < 0 || index > 35) throw new Error('A zone with more than 36 kinds of local time needs a longer index.');
  return index.toString(36);
}

/** The transitions that change the local time. */
function withoutRepetitions({ initial, transitions }: TzFile): Change[] {
  return transitions.filter((change, i) => kindText(change) !== kindText(transitions[i - 1] ?? initial));
}

/** Removes transitions from the end as long as the footer gives exactly the same transitions. */
function withoutFooterYears(changes: Change[], footer: string): Change[] {
  const rule = parsePosixRule(footer);
  if (!rule.daylight) return changes;
  const remaining = [...changes];
  for (let last = remaining.at(-1); last !== undefined; last = remaining.at(-1)) {
    const previous = remaining.at(-2);
    const year = new Date(last.at * 1000).getUTCFullYear();
    const repeated = [year - 1, year, year + 1]
      .flatMap((each) => transitionsOfYear(rule, each))
      .filter(({ at }) => at > (previous?.at ?? -Infinity) && at <= (last?.at ?? 0));
    const [only, ...more] = repeated;
    if (!previous || !only || more.length > 0 || only.at !== last.at || kindText(only) !== kindText(last)) break;
    remaining.pop();
  }
  return remaining;
}
