/** Characters that XML 1.0 does not allow in a document. */
const NOT_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;
const NEEDS_CARE = /[&<>"\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const SPECIAL = /[&<>"]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes XML: elements, attributes, and text that is always escaped. */
export class XmlWriter {
  private readonly parts: string[] = [];
  private isOpening = false;

  get text(): string {
    return this.parts.join('');
  }

  /** @param attributes by names that are XML names */
  open(name: string, attributes: readonly (readonly [name: string, value: string])[]): void {
    this.finishOpening();
    this.parts.push('<', name);
    for (const [attribute, value] of attributes) this.parts.push(' ', attribute, '="', escaped(value), '"');
    this.isOpening = true;
  }

  /** Closes the element that was opened last. */
  close(name: string): void {
    this.parts.push(...(this.isOpening ? ['/>'] : ['</', name, '>']));
    this.isOpening = false;
  }

  write(text: string): void {
    this.finishOpening();
    this.parts.push(escaped(text));
  }

  private finishOpening(): void {
    if (this.isOpening) this.parts.push('>');
    this.isOpening = false;
  }
}

function escaped(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text.replace(NOT_XML, '').replace(SPECIAL, (character) => ENTITIES[character] ?? '');
}
