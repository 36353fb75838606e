import 'react';

declare module 'react' {
  /** Allows CSS variables in the `style` prop. Components use them to pass values to their style sheets. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
