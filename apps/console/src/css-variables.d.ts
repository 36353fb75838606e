import 'react';

declare module 'react' {
  /** Allows CSS variables in the `style` of an element: components pass numbers to their style sheets by them. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
