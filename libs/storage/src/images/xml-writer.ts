/** Characters that XML 1.0 does not allow in a document. */
const NOT_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;
const NEEDS_ESCAPING = /[&<>"\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const SPECIAL = /[&<>"]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes XML, and escapes attribute values and text. */
export class XmlWriter {
  private readonly parts: string[] = [];
  private isOpening = false;

  get text(): string {
    return this.parts.join('');
  }

  /** Opens an element. The caller makes sure that its name and the names of its attributes are valid XML names. */
  open(name: string, attributes: readonly (readonly [name: string, value: string])[]): void {
    this.finishOpening();
    this.parts.push('<', name);
    for (const [attribute, value] of attributes) this.parts.push(' ', attribute, '="', escapeXml(value), '"');
    this.isOpening = true;
  }

  /** Closes the innermost open element. @param name its name */
  close(name: string): void {
    this.parts.push(...(this.isOpening ? ['/>'] : ['</', name, '>']));
    this.isOpening = false;
  }

  /** Writes text into the innermost open element. */
  write(text: string): void {
    this.finishOpening();
    this.parts.push(escapeXml(text));
  }

  private finishOpening(): void {
    if (this.isOpening) this.parts.push('>');
    this.isOpening = false;
  }
}

function escapeXml(text: string): string {
  if (!NEEDS_ESCAPING.test(text)) return text;
  return text.replace(NOT_XML, '').replace(SPECIAL, (character) => ENTITIES[character] ?? '');
}
