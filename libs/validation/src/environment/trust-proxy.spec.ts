import { validateSync } from 'class-validator';
import { IsTrustProxy } from './trust-proxy';

class Example {
  @IsTrustProxy()
  trustProxy: string;
}

const isValid = (trustProxy: string): boolean =>
  validateSync(Object.assign(new Example(), { trustProxy })).length === 0;

describe('IsTrustProxy', () => {
  it.each(['off', '0', '2', '10.0.0.1', '10.0.0.0/8, fd00::/8', '10.0.0.0/255.0.0.0', '::1'])('accepts %s', (value) =>
    expect(isValid(value)).toBe(true),
  );

  it.each([
    '',
    'on',
    '100',
    '300.1.1.1/8',
    '10.0.0.0/33',
    '0.0.0.0/0',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.1,',
    '10.0.0.0/0.0.0.0',
    '10.0.0.0/255.0.255.0',
  ])('rejects %j', (value) => expect(isValid(value)).toBe(false));
});
