export const metadata = {
  searchEngines: 'Search engines',
  metaTitle: 'Title in search results',
  metaDescription: 'Description in search results',
  canonicalUrl: 'Original address, if this appeared elsewhere first',
  searchPreview: 'How a search engine shows it',
  network: { og: 'Facebook and others', twitter: 'X' },
  // The card that a social network shows for a link, not a card in the post.
  cardImage: 'Picture of the card',
  cardTitle: 'Title of the card',
  cardDescription: 'Description of the card',
  cardPreview: 'How {network} shows it',
};
