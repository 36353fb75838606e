import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { cssVariables, theme } from './theme.ts';

/** The theme, with translated labels for the close buttons that Mantine renders. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('common');
  const close = t('close');
  const themeWithLabels = useMemo(() => {
    const closeButtonProps = { 'aria-label': close };
    const styles = { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 } };
    // Plain objects instead of `Modal.extend`, which would load the components before a screen uses them.
    const components = {
      Modal: { defaultProps: { closeButtonProps }, styles },
      Drawer: { defaultProps: { closeButtonProps }, styles },
      // Browsers give a <header> outside of sections the role `banner`. A page may have only one banner: the header of the shell.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Notification: { defaultProps: { closeButtonProps } },
    };
    return mergeThemeOverrides(theme, { components });
  }, [close]);
  return (
    <MantineProvider theme={themeWithLabels} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
