/**
 * The kind of a property. It decides how the property is validated, where its URLs are, and how it is printed. Null is
 * valid for every kind.
 *
 * - `url`: printed as an attribute
 * - `inlineUrl`: printed into a template of html
 * - `styleUrl`: printed into `url(…)` of a style in a template of html
 * - `html`: printed unchanged, as html cards are
 * - `richText`: html of a text field of a card; printed without scripts
 * - `markdown`: markdown with html
 * - `text`: printed as text
 * - `token`: a colour, a width or another keyword, which becomes part of a class or a style
 * - `number`: a number, or a string with one, e.g. `600` or `600px`
 * - `flag`: true, false, or a value of the kind `number`
 * - `index`: the row of an image in a gallery; 0 if it is absent
 * - `labels`: a list of any strings; used for the labels of sign-up cards
 * - `any`: any value; not printed
 */
export type PropertyKind =
  | 'url'
  | 'inlineUrl'
  | 'styleUrl'
  | 'html'
  | 'richText'
  | 'markdown'
  | 'text'
  | 'token'
  | 'number'
  | 'index'
  | 'flag'
  | 'labels'
  | 'any';

export type Properties = Readonly<Record<string, PropertyKind>>;

/** A node type of Ghost's lexical editor. */
export interface NodeType {
  /** Cards stand directly in the root. Elements have children. Texts stand inside elements and have no children. */
  group: 'element' | 'text' | 'card';
  /** The properties that are checked and can be printed. Other properties are stored unchanged. */
  properties: Properties;
  /** By the name of a property that contains an object, or a list of objects: the properties of these objects. */
  nested?: Readonly<Record<string, Properties>>;
}

const element = (properties: Properties = {}): NodeType => ({ group: 'element', properties });
const text = (properties: Properties = { text: 'text', format: 'number' }): NodeType => ({ group: 'text', properties });
const card = (properties: Properties, nested?: NodeType['nested']): NodeType => ({
  group: 'card',
  properties,
  ...(nested && { nested }),
});

const LIST: NodeType = element({ tag: 'token', listType: 'token', start: 'number' });
const HEADING: NodeType = element({ tag: 'token' });
const BACKGROUND = { backgroundColor: 'token', backgroundImageSrc: 'styleUrl', backgroundSize: 'token' } as const;
const BUTTON_COLORS = { buttonColor: 'token', buttonTextColor: 'token' } as const;

const types: Readonly<Record<string, NodeType>> = {
  root: element(),
  paragraph: element(),
  heading: HEADING,
  'extended-heading': HEADING,
  quote: element(),
  'extended-quote': element(),
  aside: element(),
  list: LIST,
  listitem: element({ value: 'number' }),
  link: element({ url: 'url', rel: 'text', target: 'text', title: 'text' }),
  'at-link': element(),
  text: text(),
  'extended-text': text(),
  tk: text(),
  'at-link-search': text(),
  zwnj: text(),
  tab: text(),
  linebreak: text({}),
  audio: card({ src: 'url', title: 'text', thumbnailSrc: 'url', duration: 'number', mimeType: 'text' }),
  bookmark: card(
    { url: 'url', caption: 'html' },
    {
      metadata: {
        url: 'url',
        icon: 'url',
        thumbnail: 'url',
        title: 'text',
        description: 'text',
        author: 'text',
        publisher: 'text',
      },
    },
  ),
  button: card({ buttonText: 'text', buttonUrl: 'url', alignment: 'token' }),
  'call-to-action': card({
    layout: 'token',
    alignment: 'token',
    textValue: 'richText',
    showButton: 'flag',
    showDividers: 'flag',
    buttonText: 'richText',
    buttonUrl: 'inlineUrl',
    ...BUTTON_COLORS,
    hasSponsorLabel: 'flag',
    sponsorLabel: 'richText',
    backgroundColor: 'token',
    linkColor: 'token',
    imageUrl: 'inlineUrl',
    imageWidth: 'number',
    imageHeight: 'number',
  }),
  callout: card({ calloutText: 'richText', calloutEmoji: 'text', backgroundColor: 'text' }),
  codeblock: card({ code: 'text', language: 'text', caption: 'html' }),
  email: card({ html: 'html' }),
  'email-cta': card({
    alignment: 'token',
    buttonText: 'text',
    buttonUrl: 'url',
    html: 'html',
    segment: 'text',
    showButton: 'flag',
    showDividers: 'flag',
  }),
  embed: card({ url: 'url', embedType: 'text', html: 'html', caption: 'html', metadata: 'any' }),
  file: card({ src: 'url', fileTitle: 'text', fileCaption: 'text', fileName: 'text', fileSize: 'number' }),
  gallery: card(
    { caption: 'html' },
    {
      images: {
        src: 'url',
        href: 'url',
        caption: 'html',
        alt: 'text',
        title: 'text',
        fileName: 'text',
        width: 'number',
        height: 'number',
        row: 'index',
      },
    },
  ),
  header: card({
    size: 'token',
    style: 'token',
    version: 'number',
    buttonEnabled: 'flag',
    buttonUrl: 'inlineUrl',
    buttonText: 'richText',
    header: 'richText',
    subheader: 'richText',
    accentColor: 'token',
    alignment: 'token',
    ...BACKGROUND,
    backgroundImageWidth: 'number',
    backgroundImageHeight: 'number',
    textColor: 'token',
    ...BUTTON_COLORS,
    layout: 'token',
    swapped: 'flag',
  }),
  horizontalrule: card({}),
  html: card({ html: 'html' }),
  image: card({
    src: 'url',
    href: 'url',
    caption: 'html',
    title: 'text',
    alt: 'text',
    cardWidth: 'token',
    width: 'number',
    height: 'number',
  }),
  markdown: card({ markdown: 'markdown' }),
  paywall: card({}),
  product: card({
    productImageSrc: 'inlineUrl',
    productImageWidth: 'number',
    productImageHeight: 'number',
    productTitle: 'richText',
    productDescription: 'richText',
    productRatingEnabled: 'flag',
    productStarRating: 'number',
    productButtonEnabled: 'flag',
    productButton: 'richText',
    productUrl: 'inlineUrl',
  }),
  signup: card({
    alignment: 'token',
    ...BACKGROUND,
    textColor: 'token',
    ...BUTTON_COLORS,
    buttonText: 'richText',
    disclaimer: 'richText',
    header: 'richText',
    labels: 'labels',
    layout: 'token',
    subheader: 'richText',
    successMessage: 'richText',
    swapped: 'flag',
  }),
  toggle: card({ heading: 'richText', content: 'richText' }),
  transistor: card({ accentColor: 'token', backgroundColor: 'token' }),
  video: card({
    src: 'inlineUrl',
    caption: 'html',
    fileName: 'text',
    mimeType: 'text',
    width: 'number',
    height: 'number',
    duration: 'number',
    thumbnailSrc: 'inlineUrl',
    customThumbnailSrc: 'inlineUrl',
    thumbnailWidth: 'number',
    thumbnailHeight: 'number',
    cardWidth: 'token',
    loop: 'flag',
  }),
};

// A Map, because names such as `constructor` are properties of every object.
const typesByName = new Map(Object.entries(types));

/** The node type with this name; undefined for an unknown name. */
export function nodeType(name: unknown): NodeType | undefined {
  return typeof name === 'string' ? typesByName.get(name) : undefined;
}

/** The names of all node types. */
export function nodeTypeNames(): string[] {
  return [...typesByName.keys()];
}
