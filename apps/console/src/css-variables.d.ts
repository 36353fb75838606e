import 'react';

declare module 'react' {
  /** Allows CSS variables in the `style` prop, with which components pass numbers to their style sheets. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
