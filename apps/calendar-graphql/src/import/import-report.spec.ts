import { type ImportedComponent, reportJson, reportOf } from './import-report';

const components = Array.from({ length: 20_000 }, (_, index): ImportedComponent => {
  const place = { line: 20_000 - index, component: 'VTODO', uid: `"${index}"`, recurrenceId: null, title: 'é' };
  return { ...place, result: 'SKIPPED', reason: 'The calendar imports events only.', warnings: [], eventId: null };
});

/** The parts of the JSON, and the turns of the event loop until the last one. */
async function partsOf(all: readonly ImportedComponent[]): Promise<{ parts: string[]; turns: number }> {
  const parts: string[] = [];
  let turns = 0;
  let isComplete = false;
  const count = (): void => {
    turns += 1;
    if (!isComplete) setImmediate(count);
  };
  setImmediate(count);
  for await (const part of reportJson(reportOf(all, [{ name: 'X', count: 1 }]))) parts.push(part);
  isComplete = true;
  return { parts, turns };
}

describe('reportJson', () => {
  it('is the report in the order of the file', async () => {
    const { parts } = await partsOf(components);
    expect(JSON.parse(parts.join(''))).toEqual({
      import: {
        created: 0,
        updated: 0,
        unchanged: 0,
        skipped: 20_000,
        components: components.toReversed(),
        ignored: [{ name: 'X', count: 1 }],
      },
    });
  });

  it('lets other requests run between parts of at most 500 components', async () => {
    const { parts, turns } = await partsOf(components);
    const sizes = parts.map((part) => part.split('"line"').length - 1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    expect(turns).toBeGreaterThanOrEqual(39);
  });

  it('is complete without components', async () => {
    const { parts } = await partsOf([]);
    expect(JSON.parse(parts.join(''))).toMatchObject({ import: { skipped: 0, components: [] } });
  });
});
