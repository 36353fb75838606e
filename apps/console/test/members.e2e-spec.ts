import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { addStaff, adminByKey } from './support/staff';

jest.setTimeout(240_000);

const FILE = [
  'Mail address;Full name;Remark;Unused',
  'rower@crew.example;Rower One;"first; oar";x',
  'not an address;Stranger;;x',
  'sculler@crew.example;Sculler Two;;x',
  'rower@crew.example;Rower Again;;x',
].join('\r\n');

const csv = (text: string) => ({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

async function memberOf(email: string) {
  const { members } = await adminByKey().get('/members/', { params: { query: { filter: `email:'${email}'` } } });
  return members[0];
}

describe('the members', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser, { permissions: ['clipboard-read', 'clipboard-write'] }));
    errors = recordErrors(page);
  });
  afterAll(() => browser?.close());
  afterEach(() => expect(errors).toEqual([]));

  const open = async (path: string): Promise<void> => {
    await page.goto(consoleUrl(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('can be searched and filtered', async () => {
    await open('members');
    await page.getByRole('link', { name: 'anna@readers.example' }).waitFor();
    expect(await problemsOf(page, 'members')).toEqual([]);
    await page.getByLabel('Search names and addresses').fill('Bo Lund');
    await page.getByRole('link', { name: 'anna@readers.example' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'bo@readers.example' }).waitFor();
    await open('members?plan=paid&q=readers');
    await page.getByRole('heading', { name: 'No member matches' }).waitFor();
    await page.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Complimentary' }).click();
    await page.getByRole('link', { name: 'esra@readers.example' }).waitFor();
  });

  it('can be added, edited and deleted', async () => {
    await open('members');
    await page.getByRole('link', { name: 'New member' }).click();
    const adding = page.getByRole('dialog', { name: 'New member' });
    await adding.getByLabel('E-mail address').fill('pilot@crew.example');
    await adding.getByRole('combobox', { name: 'Labels' }).fill('Harbour pilots');
    await page.keyboard.press('Enter');
    await adding.getByRole('switch', { name: 'Complimentary plan' }).check({ force: true });
    await adding.getByRole('button', { name: 'Save' }).click();
    await page.getByText('pilot@crew.example is saved.').waitFor();
    expect(await memberOf('pilot@crew.example')).toMatchObject({
      comped: true,
      subscribed: true,
      labels: [{ name: 'Harbour pilots' }],
    });

    await page.getByRole('link', { name: 'pilot@crew.example' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the member' });
    await editing.getByLabel('Note').fill('Met at the pier.');
    await editing.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await editing.getByRole('switch', { name: 'Gets the newsletter' }).uncheck({ force: true });
    await editing.getByRole('button', { name: 'Create a link' }).click();
    expect(await editing.getByRole('textbox', { name: 'Sign-in link' }).inputValue()).toMatch(/token=/);
    expect(await problemsOf(page, 'member')).toEqual([]);
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(await memberOf('pilot@crew.example')).toMatchObject({ note: 'Met at the pier.', subscribed: false });

    await page.getByRole('link', { name: 'pilot@crew.example' }).click();
    expect(await editing.getByLabel('Note').inputValue()).toBe('Met at the pier.');
    await editing.getByRole('button', { name: 'Delete the member' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Delete pilot@crew.example?' });
    await confirmation.getByRole('button', { name: 'Delete the member' }).click();
    await page.getByText('pilot@crew.example is deleted.').waitFor();
    expect(await memberOf('pilot@crew.example')).toBeUndefined();
  });

  it('stay unsubscribed if they unsubscribe while the form is open', async () => {
    const { members } = await adminByKey().post('/members/', { body: { members: [{ email: 'diver@crew.example' }] } });
    await open('members');
    await page.getByRole('link', { name: 'diver@crew.example' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the member' });
    await editing.getByLabel('Note').fill('Has a boat.');
    const params = { path: { id: String(members[0]?.id) } };
    await adminByKey().put('/members/{id}/', { params, body: { members: [{ subscribed: false }] } });
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(await memberOf('diver@crew.example')).toMatchObject({ note: 'Has a boat.', subscribed: false });
  });

  it('get another address', async () => {
    await adminByKey().post('/members/', { body: { members: [{ email: 'stoker@crew.example' }] } });
    await open('members');
    await page.getByRole('link', { name: 'stoker@crew.example' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the member' });
    await editing.getByLabel('E-mail address').fill('engineer@crew.example');
    await editing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'engineer@crew.example' }).waitFor();
    expect(await memberOf('stoker@crew.example')).toBeUndefined();
  });

  it('keep what was typed when a later refetch fails', async () => {
    await open('members');
    await page.getByRole('link', { name: 'bo@readers.example' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the member' });
    await editing.getByLabel('Note').fill('Rows on Sundays.');
    const member = /\/admin\/members\/\w{24}\//;
    await page.route(member, (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'Busy.' }] } }));
    // React Query refetches a value that is older than ten seconds when the user returns to the page.
    await page.clock.setFixedTime(Date.now() + 60_000);
    const refetched = page.waitForResponse(member);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await refetched;
    await page.unroute(member);
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(await memberOf('bo@readers.example')).toMatchObject({ note: 'Rows on Sundays.' });
  });

  it('are imported from a file whose columns have other names, with the rows that failed as a file', async () => {
    await open('members?task=import');
    const dialog = page.getByRole('dialog', { name: 'Import members' });
    await dialog.locator('input[type=file]').setInputFiles(csv(FILE));
    await dialog.getByText('first; oar').waitFor();
    await dialog.getByRole('combobox', { name: 'What “Remark” becomes' }).click();
    await page.getByRole('option', { name: 'Note' }).click();
    expect(await problemsOf(page, 'members-import')).toEqual([]);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('2 members are imported. 1 existed already. 1 row was not imported.').waitFor();
    expect(await memberOf('rower@crew.example')).toMatchObject({ name: 'Rower One', note: 'first; oar' });
    expect(await problemsOf(page, 'members-imported')).toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download these rows' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8').split('\n');
    expect(lines[0]).toBe('line;error;"Mail address";"Full name";"Remark";"Unused"');
    expect(lines[1]).toMatch(/^3;".+";not an address;Stranger;;x$/);
    expect(lines).toHaveLength(3);
  });

  it('that were not imported keep their line numbers and all their lines', async () => {
    await open('members?task=import');
    const dialog = page.getByRole('dialog', { name: 'Import members' });
    const rows = [
      '',
      'Mail address;Full name;"Remark',
      'in two lines"',
      'bosun@crew.example;Bosun Three;x',
      'no address;Deckhand;"first line',
      'second ""line"""',
      'cook@crew.example;Cook Four;y',
      'also none;"Open quote;z',
      'purser@crew.example;Purser Five;"z"',
    ];
    await dialog.locator('input[type=file]').setInputFiles(csv(rows.join('\r\n')));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('3 members are imported. 2 rows were not imported.').waitFor();
    await dialog.getByText(/^Line 5:/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download these rows' }).click(),
    ]);
    const file = readFileSync(await download.path(), 'utf8').replaceAll('\r', '');
    const [head, body] = file.split('two lines"\n');
    expect(head).toBe('line;error;"Mail address";"Full name";"Remark\nin ');
    expect(body).toMatch(
      /^5;".+";no address;Deckhand;"first line\nsecond ""line"""\n8;".+";also none;"Open quote;z\n$/,
    );
  });

  it('stay in their dialog while they are imported, until the report is shown', async () => {
    await open('members');
    await page.getByRole('link', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import members' });
    await dialog.locator('input[type=file]').setInputFiles(csv('email\r\nstoker@crew.example\r\n'));
    let finish: () => void = () => undefined;
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    await page.route('**/members/csv/', async (route) => {
      await isFinished;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('progressbar').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.goBack();
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
    finish();
    await dialog.getByText('1 member is imported.').waitFor();
    await page.unroute('**/members/csv/');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('need a column with addresses, and keep umlauts of Windows', async () => {
    await open('members?task=import');
    const dialog = page.getByRole('dialog', { name: 'Import members' });
    const text = 'Kontakt,Name\r\nlotse@crew.example,Jörg\r\n';
    await dialog.locator('input[type=file]').setInputFiles({ ...csv(text), buffer: Buffer.from(text, 'latin1') });
    await dialog.getByText('Choose the column with the e-mail addresses.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    // The browser reports the same file again, e.g. after a correction, only if the input has no file.
    expect(await dialog.locator('input[type=file]').inputValue()).toBe('');
    await dialog.getByRole('combobox', { name: 'What “Kontakt” becomes' }).click();
    await page.getByRole('option', { name: 'E-mail address' }).click();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByText('1 member is imported.').waitFor();
    expect(await memberOf('lotse@crew.example')).toMatchObject({ name: 'Jörg' });
  });

  it('are exported as a file', async () => {
    await open('members');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^members\..*\.csv$/);
    expect(readFileSync(await download.path(), 'utf8')).toContain('anna@readers.example');
  });

  it('are not for editors', async () => {
    const editor = await signIn(await newProfile(browser), await addStaff('Editor', 'Nuno Faro'));
    await editor.goto(consoleUrl('members'));
    await editor.getByRole('heading', { name: 'You cannot do this' }).waitFor();
    await editor.context().close();
  });
});
