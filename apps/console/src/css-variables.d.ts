import 'react';

declare module 'react' {
  /** Components pass numbers to their style sheets as variables. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
