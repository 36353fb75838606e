import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Green, the primary colour. White text on shades 6 and 7 has a contrast ratio of at least 5. */
const ACCENT: MantineColorsTuple = [
  '#e9f7f4',
  '#d3ece7',
  '#a6d9d0',
  '#75c5b8',
  '#4db4a4',
  '#33a998',
  '#147a6d',
  '#0f6157',
  '#0b4f47',
  '#063d37',
];

/** Greys with a slight yellow tint. */
const GRAY: MantineColorsTuple = [
  '#faf9f7',
  '#f3f2ef',
  '#e8e6e1',
  '#dad7d1',
  '#bdb9b1',
  '#99958c',
  '#6f6b64',
  '#57534d',
  '#3a3733',
  '#24221f',
];

const DARK: MantineColorsTuple = [
  '#d6d3cd',
  '#bab6af',
  '#98948c',
  '#6b675f',
  '#45423d',
  '#383530',
  '#2a2825',
  '#1d1c1a',
  '#161514',
  '#0f0e0d',
];

/** For errors, and for actions that cannot be undone. White text on shades 6 to 9 has a contrast ratio of at least 5. */
const RED: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#ff9b94',
  '#e5483d',
  '#c9352a',
  '#b42318',
  '#912018',
  '#7a271a',
];

/**
 * The colour of field errors and the background of warnings. Field errors have a contrast ratio of at least 4.5 to the backgrounds of the
 * page and of dialogs.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-error': RED[7], '--mantine-color-yellow-light': '#fdf3d8' },
  dark: { '--mantine-color-error': RED[4], '--mantine-color-yellow-light': '#3a2f14' },
});

/** The theme has five font sizes. Spacings are multiples of 4 px. One rem is 10 px (global.css). */
export const theme = createTheme({
  scale: 1.6,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  colors: { accent: ACCENT, gray: GRAY, dark: DARK, red: RED },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  fontSizes: { xs: '1.2rem', sm: '1.4rem', md: '1.5rem', lg: '1.8rem', xl: '2.4rem' },
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '2.4rem', lineHeight: '1.25' }, h2: { fontSize: '1.8rem' }, h3: { fontSize: '1.5rem' } },
  },
  spacing: { xs: '0.4rem', sm: '0.8rem', md: '1.6rem', lg: '2.4rem', xl: '3.2rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Badge: { defaultProps: { tt: 'none', fw: 600, radius: 'sm' } },
  },
});
