import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface Props {
  /** As the `accept` attribute of a file input. */
  accept: string;
  onChoose: (file: File) => void;
  /** Renders the button. */
  children: FileButtonProps['children'];
}

/**
 * A button to choose a file. Unlike Mantine's `FileButton`, it also calls `onChoose` if the user chooses the same file again, e.g. after
 * a failed upload.
 */
export function FileChooser({ accept, onChoose, children }: Props) {
  const reset = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    // Empties the input: the browser fires no event if the user chooses the file that the input already contains.
    reset.current?.();
    if (file) onChoose(file);
  };
  return (
    <FileButton accept={accept} resetRef={reset} onChange={choose}>
      {children}
    </FileButton>
  );
}
