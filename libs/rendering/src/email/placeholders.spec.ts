import { lexicalForMail, mobiledocForMail } from './cards-for-mails';
import { personalize, withFallbacks, convertPlaceholders } from './placeholders';

const recipient = {
  name: 'Ada <b>"Lovelace"',
  email: 'ada@example.com',
  unsubscribeUrl: 'https://site.example/u?a=1&b=$&',
  preferencesUrl: 'https://site.example/p',
};
const nameless = { ...recipient, name: null };
const inBoth = (body: string): { html: string; text: string } => ({ html: body, text: body });

describe('personalize', () => {
  it('replaces the links of the recipient in both bodies', () => {
    const { html, text } = personalize(inBoth('<a href="%%{unsubscribe_url}%%">%%{preferences_url}%%</a>'), recipient);
    expect(html).toBe('<a href="https://site.example/u?a=1&amp;b=$&amp;">https://site.example/p</a>');
    expect(text).toBe('<a href="https://site.example/u?a=1&b=$&">https://site.example/p</a>');
  });

  it.each([
    ['%%{first_name}%%', 'Ada', ''],
    ['%%{first_name, "there"}%%', 'Ada', 'there'],
    ['%%{first_name "there"}%%', 'Ada', 'there'],
    ['%%{first_name, &quot;you &amp; yours&quot;}%%', 'Ada', 'you &amp; yours'],
    ['%%{first_name, “there”}%%', 'Ada', 'there'],
    ['%%{name, "friend"}%%', 'Ada &lt;b&gt;&quot;Lovelace&quot;', 'friend'],
    ['%%{email}%%', 'ada@example.com', 'ada@example.com'],
    ['%%{password, "x"}%%', '%%{password, "x"}%%', '%%{password, "x"}%%'],
  ])('fills %s', (placeholder, named, unnamed) => {
    expect(personalize(inBoth(`Hi ${placeholder}!`), recipient).html).toBe(`Hi ${named}!`);
    expect(personalize(inBoth(`Hi ${placeholder}!`), nameless).html).toBe(`Hi ${unnamed}!`);
  });

  it('escapes the name in html only', () => {
    expect(personalize(inBoth('%%{name}%%'), recipient).text).toBe('Ada <b>"Lovelace"');
  });
});

describe('convertPlaceholders', () => {
  it.each([
    ['Hi {first_name, "there"}, {unknown}', 'Hi %%{first_name, "there"}%%, {unknown}'],
    ['<code spellcheck="false">{first_name}</code> <code>{a}</code>', '%%{first_name}%% <code>{a}</code>'],
    ['%%{first_name}%%', '%%{first_name}%%'],
  ])('marks what an author writes: %s', (html, marked) => expect(convertPlaceholders(html)).toBe(marked));

  it('takes linear time', () => {
    const startedAt = performance.now();
    for (const html of ['{first_name, "'.repeat(20_000), '<code '.repeat(20_000), '<code>{'.repeat(20_000)])
      withFallbacks(convertPlaceholders(html));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('cards for mails', () => {
  const card = { html: '<p>Hi {first_name}</p>' };
  const cta = {
    html: '<p>Join</p>',
    segment: 'status:free',
    showButton: true,
    showDividers: true,
    buttonText: 'A & B',
    buttonUrl: 'https://x.example/?a="b"',
  };
  const rendered = [
    '<p>Hi %%{first_name}%%</p>',
    '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><hr><p>Join</p>' +
      '<div class="kg-button-card kg-align-left"><a href="https://x.example/?a=&quot;b&quot;">A &amp; B</a></div><hr><!--kg-gated-block:end-->',
  ];

  it('become html cards of a lexical document', () => {
    const document = {
      root: {
        type: 'root',
        children: [
          { type: 'email', ...card },
          { type: 'email-cta', ...cta },
        ],
      },
    };
    expect(JSON.parse(lexicalForMail(JSON.stringify(document)) ?? '').root.children).toEqual(
      rendered.map((html) => ({ type: 'html', version: 1, html })),
    );
  });

  it('become html cards of a mobiledoc', () => {
    const cards = [
      ['email', card],
      ['email-cta', cta],
      ['hr', {}],
    ];
    expect(JSON.parse(mobiledocForMail(JSON.stringify({ version: '0.3.1', cards }))).cards).toEqual([
      ...rendered.map((html) => ['html', { html }]),
      ['hr', {}],
    ]);
  });

  it.each(['', ' ', undefined])('have no button if its text is %j', (buttonText) => {
    expect(mobiledocForMail(JSON.stringify({ cards: [['email-cta', { ...cta, buttonText }]] }))).not.toContain(
      'button',
    );
  });

  it.each([
    [undefined, 'kg-align-left'],
    ['left', 'kg-align-left'],
    ['center', 'kg-align-center'],
  ])('have a button with its alignment: %s', (alignment, className) => {
    const cards = [['email-cta', { ...cta, alignment }]];
    expect(mobiledocForMail(JSON.stringify({ cards }))).toContain(className);
  });
});
