const failed = new Set<HTMLLinkElement>();

/** Records the style sheets that cannot be loaded. Has to be called once, when the Console starts. */
export function recordFailedStyles(): void {
  const record = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  };
  // The `error` events of elements do not bubble.
  document.addEventListener('error', record, { capture: true });
}

/**
 * Loads the style sheets again that could not be loaded. Vite loads the style sheets of a chunk before its script, but each of them only
 * once.
 */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(reload));
}

function reload(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  const copy = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', () => resolve());
    copy.addEventListener('error', () => reject(new Error(`The style sheet ${copy.href} could not be loaded.`)));
    link.replaceWith(copy);
  });
}
