import type { ModalProps } from '@mantine/core';

/**
 * The properties with which a dialog cannot be closed while its request runs. Closing the dialog would not cancel the request: the user
 * would think that they had prevented the action.
 */
export const closeUnlessPending = (
  isPending: boolean,
  onClose: () => void,
): Pick<ModalProps, 'onClose' | 'withCloseButton'> => ({
  // Mantine calls `onClose` for Escape and for a click outside, too.
  onClose: isPending ? () => undefined : onClose,
  withCloseButton: !isPending,
});
