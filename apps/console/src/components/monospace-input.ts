/** The `styles` of an input with a monospace font. The property `ff` of Mantine would change only the font of the label. */
export const monospaceInput = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };
