import { byteRangeOf } from './byte-range';

describe('byteRangeOf a file of 10 bytes', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', { first: 0, last: 9 }],
    ['bytes=2-4', { first: 2, last: 4 }],
    ['bytes=2-99', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=10-', null],
    ['bytes=-0', null],
    ['bytes=4-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
  ])('%s is %j', (header, expected) => {
    expect(byteRangeOf(header, 10)).toEqual(expected);
  });
});

describe('byteRangeOf an empty file', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', null],
    ['bytes=0-4', null],
    ['bytes=-5', undefined],
    ['bytes=-0', null],
    ['bytes=4-2', undefined],
  ])('%s is %j', (header, expected) => {
    expect(byteRangeOf(header, 0)).toEqual(expected);
  });
});
