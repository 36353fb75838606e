import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import { postForm } from './multipart';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

describe('an error of the Admin API', () => {
  it.each<[string, string, RegExp]>([
    [
      'posts/?filter=bogus:1',
      'Could not understand request.',
      /^"bogus" is no column to filter by\. Columns: .*\bslug\b/,
    ],
    ['posts/?filter=type:page', 'Could not understand request.', /^"type" is no column to filter by\. Columns: /],
    ['users/?filter=password:x', 'Could not understand request.', /^"password" is no column to filter by\. Columns: /],
    [
      'members/?filter=bogus:1',
      'Could not understand request.',
      /^"bogus" is no column to filter by\. Columns: .*\bemail\b/,
    ],
    ['posts/?filter=created_at:>soon', 'Could not understand request.', /^"soon" is no date\. Write 2020-01-31/],
    ["posts/?filter=created_at:>'2021-02-31'", 'Could not understand request.', /^"2021-02-31" is no date\./],
    ['posts/?filter=((', 'Error parsing filter', /^A filter looks like "featured:true/],
    ['posts/?limit=abc', 'Validation (matches) failed for limit', /^limit is a whole number or all; it was "abc"\.$/],
    ['posts/?page=-1', 'Validation (matches) failed for page', /^page is a whole number, given once; it was "-1"\.$/],
    [
      'posts/?order=id;drop',
      'Validation (matches) failed for order',
      /^order is a list of columns.*it was "id;drop"\.$/,
    ],
    ['posts/?formats=pdf', 'Validation (AllowedValues) failed for formats', /^formats takes .*html.*, not "pdf"\.$/],
    ['posts/zzz/', 'Validation (matches) failed for id', /^An id has 24 hexadecimal characters; it was "zzz"\.$/],
    ['tags/slug/A%20B/', 'Validation (isSlug) failed for slug', /^A slug has small letters.*it was "A B"\.$/],
    ['users/email/bogus/', 'Validation (isEmail) failed for email', /^An e-mail address looks like.*it was "bogus"\.$/],
  ])('to GET %s keeps its message and explains valid values in `help`', async (path, context, help) => {
    const { error } = await api.owner.get(path);
    expect(error).toMatchObject({ context, help: expect.stringMatching(help) });
  });

  it.each<[string, RegExp]>([
    ['slugs/page/x/', /^type takes post, tag, user, not "page"\.$/],
    ['roles/?permissions=all', /^permissions takes assign, not "all"\.$/],
  ])('to GET %s lists the allowed values in `help`', async (path, help) => {
    const { status, error } = await api.owner.get(path);
    expect([status, error.help]).toEqual([422, expect.stringMatching(help)]);
  });

  it('repeats at most 100 characters of a value', async () => {
    const { error } = await api.owner.get(`posts/${'z'.repeat(2_000)}/`);
    expect(String(error.help).length).toBeLessThan(250);
  });

  it.each(['GET settings/', 'GET roles/', 'GET db/', 'GET integrations/', 'DELETE users/1/'])(
    'explains to an integration that %s is for staff',
    async (route) => {
      const [method, path] = route.split(' ') as ['GET' | 'DELETE', string];
      const { status, error } = await api.integration.send(method, path);
      expect([status, error]).toEqual([
        501,
        expect.objectContaining({
          message: 'The server does not support the functionality required to fulfill the request.',
          context: null,
          help: "This route is for staff who are signed in (session cookie). It does not accept an integration's key.",
        }),
      ]);
    },
  );

  it.each<[string, string, string, string]>([
    [
      'members/csv/',
      'file',
      'm.csv',
      'in the field "membersfile", with the extension .csv. There was a file in "file".',
    ],
    ['members/csv/', 'membersfile', 'm.txt', 'in the field "membersfile", with the extension .csv.'],
    ['db/', 'importfile', 'm.txt', 'in the field "importfile", with the extension .json or .zip.'],
    ['images/upload/', 'picture', 'm.png', 'There was a file in "picture".'],
  ])('to an upload to %s of %s with %s explains the expected file', async (path, name, filename, help) => {
    const response = await postForm(api.owner, path, [{ name, filename, content: 'x', type: 'text/plain' }]);
    expect(String(response.error.help)).toContain(help);
  });
});
