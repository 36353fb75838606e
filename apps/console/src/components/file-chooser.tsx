import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface Props {
  accept: string;
  onChoose: (file: File) => void;
  children: FileButtonProps['children'];
}

/**
 * A button to choose a file. Unlike Mantine's `FileButton`, it also reports a file that is chosen twice in a row, e.g. after a failed
 * upload.
 */
export function FileChooser({ accept, onChoose, children }: Props) {
  const reset = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    // The browser fires no event for the file that the input still has.
    reset.current?.();
    if (file) onChoose(file);
  };
  return (
    <FileButton accept={accept} resetRef={reset} onChange={choose}>
      {children}
    </FileButton>
  );
}
