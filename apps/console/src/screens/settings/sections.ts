/** The sections of the settings by their names in the URL; `move` is import, export and deletion of the content. */
export const SECTIONS = ['general', 'navigation', 'members', 'metadata', 'code', 'move'] as const;
export type Section = (typeof SECTIONS)[number];

export const isSection = (name: unknown): name is Section => SECTIONS.some((section) => section === name);
