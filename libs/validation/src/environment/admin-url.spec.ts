import { validateSync } from 'class-validator';
import { IsAdminUrl } from './admin-url';

class Example {
  siteUrl = 'https://example.com/blog';
  @IsAdminUrl()
  adminUrl?: string;
  singleOrigin = false;
}

const isValid = (given: Partial<Example>): boolean => validateSync(Object.assign(new Example(), given)).length === 0;

describe('IsAdminUrl', () => {
  it.each([
    'https://admin.example.com',
    'https://admin.example.com/almanac/',
    'https://example.com:8443',
    'http://localhost:4002',
  ])('accepts %s, another host or port than that of the site', (adminUrl) => expect(isValid({ adminUrl })).toBe(true));

  it.each([
    'https://example.com',
    'https://EXAMPLE.com:443/console/',
    'https://example.com/blog/',
    'http://example.com',
  ])('accepts %s, the host of the site, only with singleOrigin', (adminUrl) =>
    expect([isValid({ adminUrl }), isValid({ adminUrl, singleOrigin: true })]).toEqual([false, true]),
  );

  it('requires a URL unless there is one origin', () => {
    expect([isValid({}), isValid({ singleOrigin: true })]).toEqual([false, true]);
  });

  it.each(['admin.example.com', 'ftp://admin.example.com', 'javascript:alert(1)', ''])('rejects %s', (adminUrl) =>
    expect([isValid({ adminUrl }), isValid({ adminUrl, singleOrigin: true })]).toEqual([false, false]),
  );
});
