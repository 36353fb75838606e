export { type ConvertedDocument, ghost4CardsToHtml } from './comparison/ghost4-cards-to-html';
export { type MatchedDocument } from './comparison/match-html';
export { lexicalMatchingHtml, type LexicalTools, withoutUnknownNodes } from './comparison/lexical-parts';
export { htmlAsMobiledoc, markdownAsMobiledoc, mobiledocMatchingHtml } from './comparison/mobiledoc-parts';
export { haveEqualVisibleBlocks } from './comparison/visible-blocks';
export { excerptOf } from './excerpt';
export { type Audience, htmlForAudience } from './gated-blocks';
export { htmlToMobiledoc, isQuickToConvert } from './html-to-mobiledoc/html-to-mobiledoc';
export { LexicalRenderer, type LexicalRendererOptions } from './lexical/lexical-renderer';
export {
  lexicalToAbsolute,
  lexicalToRelative,
  mapLexicalUrls,
  withoutSiteUrlPlaceholder,
} from './lexical/lexical-urls';
export { mobiledocToLexical } from './lexical/mobiledoc-to-lexical';
export { assertLexical, BLANK_LEXICAL } from './lexical/parse-lexical';
export { type RenderedLexical } from './lexical/worker/messages';
export {
  BLANK_MOBILEDOC,
  parseMobiledoc,
  parseMobiledocOrUndefined,
  type Mobiledoc,
} from './mobiledoc/parse-mobiledoc';
export { mobiledocToHtml } from './mobiledoc/render-mobiledoc';
export { htmlBeforePaywall } from './paywall';
export { htmlToPlaintext } from './plaintext/html-to-plaintext';
export { htmlToPlaintextV5 } from './plaintext/html-to-plaintext-v5';
export { readingTimeOf } from './reading-time';
export { protectedSlugs, slugFor, type SlugKind } from './slugify';
export { type TextLanguage, textLanguageOf } from './text-language';
export { htmlToAbsolute, htmlToRelative, mapHtmlUrls } from './urls/html-urls';
export { mapMarkdownUrls } from './urls/markdown-urls';
export { mapMobiledocUrls, mobiledocToAbsolute, mobiledocToRelative } from './urls/mobiledoc-urls';
export { toAbsoluteUrl, toRelativeUrl, type UrlScope } from './urls/url';
export { lexicalForMail, mobiledocForMail } from './email/cards-for-mails';
export {
  type EmailBody,
  type EmailPost,
  type EmailSite,
  type EmailSource,
  type RenderedEmail,
} from './email/email-source';
export { createPersonalizer, personalize, type Recipient } from './email/placeholders';
export { renderEmail } from './email/render-email';
