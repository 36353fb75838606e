/** The names of the sections of the settings in the URL. `move` is the import, export and deletion of the content. */
export const SECTIONS = ['general', 'navigation', 'members', 'metadata', 'code', 'move'] as const;
export type Section = (typeof SECTIONS)[number];

export const isSection = (name: unknown): name is Section => SECTIONS.some((section) => section === name);
