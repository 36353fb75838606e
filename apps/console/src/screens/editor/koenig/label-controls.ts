/**
 * Gives an accessible name to the textboxes, buttons and frames of Koenig (the editor of Ghost) that have no name. Elements that Koenig
 * adds later get names, too.
 * @param names `body` for the main textbox; `field` for other textboxes without a placeholder; `control` for frames, and for buttons whose
 *   attributes contain no words
 * @returns a function that stops the naming of new elements
 */
export function labelControls(root: HTMLElement, names: { body: string; field: string; control: string }): () => void {
  const label = (): void => {
    const main = root.querySelector('[data-kg="editor"] > [contenteditable]');
    for (const box of root.querySelectorAll('[role="textbox"], [contenteditable="true"], input, textarea')) {
      if (isNamed(box)) continue;
      box.setAttribute('aria-label', box === main ? names.body : placeholderOf(box) || names.field);
    }
    for (const button of root.querySelectorAll('button, [role="button"]')) {
      if (isNamed(button) || button.textContent?.trim()) continue;
      button.setAttribute('aria-label', wordsOf(button) || names.control);
    }
    for (const frame of root.querySelectorAll('iframe:not([title])')) frame.setAttribute('title', names.control);
  };
  label();
  const observer = new MutationObserver(label);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['contenteditable'] });
  return () => observer.disconnect();
}

const isNamed = (element: Element): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => element.getAttribute(name)) || hasLabelElement(element);

const hasLabelElement = (element: Element): boolean =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && Boolean(element.labels?.length);

function placeholderOf(box: Element): string {
  const own = box.getAttribute('placeholder');
  if (own) return own;
  // The placeholder of a nested editor is an element after the textbox or after its editor.
  const nextText =
    box.closest('[data-kg="editor"]')?.nextElementSibling?.textContent ?? box.nextElementSibling?.textContent;
  return (nextText ?? '').trim().slice(0, 80);
}

/** The test id of a button, or the card that it adds, as words: `image-toolbar-replace` becomes "image toolbar replace". */
const wordsOf = (button: Element): string =>
  (button.getAttribute('data-testid') ?? button.getAttribute('data-kg-card-menu-item') ?? '')
    .replace(/[-_]+/g, ' ')
    .trim();
