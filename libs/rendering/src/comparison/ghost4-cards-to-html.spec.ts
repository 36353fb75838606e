import { ghost4CardsToHtml } from './ghost4-cards-to-html';

describe('ghost4CardsToHtml', () => {
  it('keeps a card whose name is no string', async () => {
    const document = JSON.stringify({ version: '0.3.1', cards: [[{ toString: 1 }, {}]], sections: [[10, 0]] });
    const converted = await ghost4CardsToHtml(document, () => Promise.reject(new Error('Renders no such card.')));
    expect(converted).toEqual({ document, htmlCards: 0, unknownCards: [''] });
  });
});
