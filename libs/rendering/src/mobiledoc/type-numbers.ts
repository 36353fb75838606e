// The type numbers of sections and markers in mobiledocs of version 0.3:
// https://github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md
export const MARKUP_SECTION = 1;
export const IMAGE_SECTION = 2;
export const LIST_SECTION = 3;
export const CARD_SECTION = 10;

export const TEXT_MARKER = 0;
export const ATOM_MARKER = 1;
