import { runInNewContext } from 'node:vm';
import { SCRIPT } from '../src/staff-page/staff-page';

interface Field {
  value: string;
  hidden: boolean;
  readOnly: boolean;
  required: boolean;
  textContent: string;
}

/** Runs the page's script as a browser does, for a link with this fragment. */
function open(hash: string): Record<string, Field> {
  const names = ['heading', 'state', 'form', 'name', 'email', 'password'];
  const field = { value: '', hidden: true, readOnly: false, required: false, textContent: '', addEventListener() {} };
  const fields = Object.fromEntries(names.map((name) => [name, { ...field }]));
  const document = { getElementById: (id: string) => fields[id], querySelectorAll: () => [] };
  runInNewContext(SCRIPT, { location: { hash }, document, atob, TextDecoder, Uint8Array });
  return fields;
}
const tokenOf = (...parts: string[]): string => Buffer.from(parts.join('|')).toString('base64url');

describe('the page behind an invitation', () => {
  it.each(['new@example.com', 'jürgen+x@example.com'])('has the invited address %s filled in', (address) => {
    const { email, form } = open(`#/signup/${tokenOf('1795878058899', address, 'secret')}/`);
    expect(email).toMatchObject({ value: address, readOnly: true });
    expect(form?.hidden).toBe(false);
  });

  it.each(['', 'x', '%%%', tokenOf('no address')])('lets the address be typed where the token %j has none', (token) => {
    expect(open(`#/signup/${token}/`).email).toMatchObject({ value: '', readOnly: false });
  });
});
