import { hasChildren, type ParentNode } from 'domhandler';

/**
 * Whether elements of a parsed document are nested deeper than a limit. Functions that call themselves for each level check it first, or
 * they would exceed the stack. `markupCost` estimates the depth before the parser runs. It also counts end tags that the parser ignores,
 * e.g. in comments, so its estimate can be too low.
 */
export function isDeeperThan(limit: number, document: ParentNode): boolean {
  let level: ParentNode[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap(({ children }) => children.filter(hasChildren));
  }
  return false;
}
