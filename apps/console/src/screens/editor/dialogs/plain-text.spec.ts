import { blockTextsOf } from './plain-text.ts';

const text = (value: string): object => ({ type: 'extended-text', text: value });
const paragraph = (...children: object[]): object => ({ type: 'paragraph', children });
const item = (value: string): object => ({ type: 'listitem', children: [text(value)] });
const bodyOf = (...children: object[]): string => JSON.stringify({ root: { children } });

describe('the blocks of a body as plain text', () => {
  const nameOf = (card: string): string => `[${card}]`;

  it('are the paragraphs and the names of the cards, without empty blocks', () => {
    const body = bodyOf(paragraph(text('High '), text('water')), paragraph(), { type: 'image' });
    expect(blockTextsOf(body, nameOf)).toEqual(['High water', '[image]']);
    expect(blockTextsOf(null, nameOf)).toEqual([]);
  });

  it('have a line for each line of a paragraph, and for each item of a list', () => {
    const body = bodyOf(paragraph(text('High'), { type: 'linebreak' }, text('water')), {
      type: 'list',
      children: [item('Rope'), item('Lamp')],
    });
    expect(blockTextsOf(body, nameOf)).toEqual(['High\nwater', 'Rope\nLamp']);
  });
});
