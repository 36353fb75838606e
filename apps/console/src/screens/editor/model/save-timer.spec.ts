import { MAX_UNSAVED_MS } from './save-state.ts';
import { SaveTimer } from './save-timer.ts';

const PAUSE_MS = 1_200;

describe('SaveTimer', () => {
  let saves: number;
  let timer: SaveTimer;
  beforeEach(() => {
    jest.useFakeTimers();
    saves = 0;
    timer = new SaveTimer(() => {
      timer.stop();
      saves += 1;
    });
  });
  afterEach(() => jest.useRealTimers());

  it('saves after a pause, at the latest when changes have waited for the longest time', () => {
    timer.saveAfterPause(PAUSE_MS);
    for (let waited = 0; waited < MAX_UNSAVED_MS - PAUSE_MS; waited += 1_000) {
      jest.advanceTimersByTime(1_000);
      timer.saveAfterPause(PAUSE_MS);
    }
    expect(saves).toBe(0);
    jest.advanceTimersByTime(1_000);
    expect(saves).toBe(1);
    timer.saveAfterPause(PAUSE_MS);
    jest.advanceTimersByTime(PAUSE_MS - 1);
    expect(saves).toBe(1);
  });

  it('keeps the pause after a scheduled retry', () => {
    timer.saveIn(15_000);
    timer.saveAfterPause(PAUSE_MS);
    jest.advanceTimersByTime(PAUSE_MS - 1);
    expect(saves).toBe(0);
    jest.advanceTimersByTime(1);
    expect(saves).toBe(1);
  });
});
