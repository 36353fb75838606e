import { renderRows } from './render-rows';

/** Uses the thread for the given time, as a large document does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('renderRows', () => {
  it('keeps the order of the rows', async () => {
    expect(await renderRows([1, 2, 3], (row) => row * 2)).toEqual([2, 4, 6]);
    expect(await renderRows([], (row) => row)).toEqual([]);
  });

  it('lets other work run between rows that take long', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      other = setImmediate(count);
    };
    let other = setImmediate(count);
    const turnsAtRow = await renderRows([1, 2, 3, 4], () => {
      work(25);
      return turns;
    });
    clearImmediate(other);
    expect(new Set(turnsAtRow).size).toBe(4);
  });
});
