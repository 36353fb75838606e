import { RsvpSettings } from '@almanac/entities';
import { decideState } from './decide-state';

const settings = Object.assign(new RsvpSettings(), { capacity: 3, maxPartySize: 3, hasWaitingList: false });
const decide = (taken: number) => () => decideState({ answer: 'YES', partySize: 3 }, undefined, settings, taken);

describe('decideState', () => {
  it.each([
    [1, 'There are only 2 places left for you.'],
    [2, 'There is only one place left for you.'],
    [3, 'There are no places left.'],
  ])('says how many places are left when %i of 3 are taken', (taken, message) => {
    expect(decide(taken)).toThrow(message);
  });
});
