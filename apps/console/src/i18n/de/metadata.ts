import type { Messages } from '../en/index.ts';

export const metadata: Messages['metadata'] = {
  searchEngines: 'Suchmaschinen',
  metaTitle: 'Titel in Suchergebnissen',
  metaDescription: 'Beschreibung in Suchergebnissen',
  canonicalUrl: 'Ursprüngliche Adresse, falls zuerst anderswo erschienen',
  searchPreview: 'So zeigt es eine Suchmaschine',
  network: { og: 'Facebook und andere', twitter: 'X' },
  cardImage: 'Bild der Karte',
  cardTitle: 'Titel der Karte',
  cardDescription: 'Beschreibung der Karte',
  cardPreview: 'So zeigt es {network}',
};
