import { Drawer, type DrawerProps, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReturnFocus } from './use-return-focus.ts';

interface Props extends Pick<DrawerProps, 'opened' | 'onClose' | 'size' | 'overlayProps'> {
  title: string;
  /** The name of the button that closes the drawer; "Close" by default. */
  closeLabel?: string;
  children: ReactNode;
}

type ChangeCount = (change: (count: number) => number) => void;

/** Changes the number of open dialogs above the drawer. Outside a drawer it has no effect. */
const ChangeDialogCount = createContext<ChangeCount>(() => undefined);

/** A drawer for a form. While a dialog that its form opened is open, Escape closes the dialog, but not the drawer. */
export function SideDrawer({ title, closeLabel, children, ...props }: Props) {
  const t = useTranslations('common');
  const [dialogs, changeDialogs] = useState(0);
  useReturnFocus(props.opened);
  // While the drawer disappears, it keeps its title, although the caller may already pass that of another form.
  const [lastTitle, setLastTitle] = useState(title);
  if (props.opened && title !== lastTitle) setLastTitle(title);
  return (
    <Drawer
      size={460}
      {...props}
      closeOnEscape={dialogs === 0}
      position="right"
      title={
        <Text span fw={650} fz="lg">
          {props.opened ? title : lastTitle}
        </Text>
      }
      closeButtonProps={{ 'aria-label': closeLabel ?? t('close') }}
    >
      <ChangeDialogCount value={changeDialogs}>{children}</ChangeDialogCount>
    </Drawer>
  );
}

/** Keeps Escape from closing the drawer around a dialog while the dialog is open. */
export function useKeepDrawerOpen(isDialogOpen: boolean): void {
  const changeDialogs = useContext(ChangeDialogCount);
  // A layout effect, so that the drawer closes on Escape again as soon as the dialog has disappeared.
  useLayoutEffect(() => {
    if (!isDialogOpen) return undefined;
    changeDialogs((count) => count + 1);
    return () => changeDialogs((count) => count - 1);
  }, [isDialogOpen, changeDialogs]);
}
