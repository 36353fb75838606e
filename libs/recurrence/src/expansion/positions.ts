/** The indices that BYSETPOS chooses among `size` candidates, ascending. Positions beyond the candidates choose nothing. */
export function chosenIndices(size: number, positions: number[]): number[] {
  const indices = positions
    .map((position) => (position < 0 ? size + position : position - 1))
    .filter((index) => index >= 0 && index < size);
  return [...new Set(indices)].sort((a, b) => a - b);
}

/** The values that BYSETPOS chooses; all values without BYSETPOS. */
export function valuesAtPositions(values: number[], positions: number[] | undefined): number[] {
  if (!positions) return values;
  return chosenIndices(values.length, positions).flatMap((index) => values[index] ?? []);
}
