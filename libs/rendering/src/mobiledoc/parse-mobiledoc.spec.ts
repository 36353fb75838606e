import { ValidationError } from '@almanac/errors';
import { BLANK_MOBILEDOC, parseMobiledoc } from './parse-mobiledoc';
import { mobiledocToHtml } from './render-mobiledoc';

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

describe('parseMobiledoc', () => {
  it('accepts the blank document', () => {
    expect(parseMobiledoc(BLANK_MOBILEDOC)).toMatchObject({ version: '0.3.1', cards: [] });
    expect(mobiledocToHtml(BLANK_MOBILEDOC)).toBe('');
  });

  it.each(['', '{', 'plain text', '{"version":"0.3.1",}'])(
    'rejects %j, which is not JSON, with the details of a schema error',
    (text) => {
      const error = errorOf(() => parseMobiledoc(text, '.pages[0].mobiledoc'));
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({
        message: "Validation failed for 'mobiledoc'",
        property: 'mobiledoc',
        details: [{ keyword: 'format', dataPath: '.pages[0].mobiledoc', message: 'should match format "json-string"' }],
      });
    },
  );

  const marker = (open: unknown, close: unknown) => ({ sections: [[1, 'p', [[0, open, close, 'x']]]] });
  // The renderer accepts these indexes, so the limits could be bypassed with them.
  const cards = [['html', { html: 'x' }]];
  const atoms = [['soft-return', '', {}]];
  it.each([
    ['null', null],
    ['a list', []],
    ['no version', { sections: [] }],
    ['an unknown version', { version: '9.9', sections: [] }],
    ['no sections', { version: '0.3.1' }],
    ['a section that is no list', { version: '0.3.1', sections: [{}] }],
    ['more markups closed than open', { version: '0.3.1', ...marker([], 1) }],
    ['a marker without markups', { version: '0.3.1', ...marker(null, 0) }],
    ['markups nested a thousand deep', { version: '0.3.1', ...marker(new Array(1000).fill(0), 1000) }],
    ['an unknown kind of section', { version: '0.3.1', sections: [[77, 'p', []]] }],
    ['a missing card', { version: '0.3.1', cards: [], sections: [[10, 3]] }],
    ['a card referenced by a string', { version: '0.3.1', cards, sections: [[10, '0']] }],
    ['a card referenced by a list', { version: '0.3.1', cards, sections: [[10, [0]]] }],
    ['a card referenced by nothing', { version: '0.3.1', cards, sections: [[10]] }],
    ['a card referenced by a fraction', { version: '0.3.1', cards, sections: [[10, 0.5]] }],
    ['a card referenced by a property of lists', { version: '0.3.1', cards, sections: [[10, 'length']] }],
    ['an atom referenced by a list', { version: '0.3.1', atoms, sections: [[1, 'p', [[1, [], 0, [0]]]]] }],
    [
      'an atom referenced by a string in an item',
      { version: '0.3.1', atoms, sections: [[3, 'ul', [[[1, [], 0, '0']]]]] },
    ],
    ['a markup referenced by a string', { version: '0.3.1', markups: [['b']], ...marker(['0'], 1) }],
    ['a markup referenced by a list', { version: '0.3.1', markups: [['b']], ...marker([[0]], 1) }],
    ['half a markup closed', { version: '0.3.1', markups: [['b']], ...marker([0], 0.5) }],
    ['an unknown atom', { version: '0.3.1', atoms: [['mention', 'x', {}]], sections: [[1, 'p', [[1, [], 0, 0]]]] }],
  ])('rejects %s with the structure error', (_, document) => {
    const error = errorOf(() => mobiledocToHtml(JSON.stringify(document)));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ message: 'Invalid mobiledoc structure.', property: undefined, details: undefined });
  });

  it('rejects payloads that are nested too deeply to be serialized again', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const source = `{"version":"0.3.1","cards":[["html",${deep}]],"sections":[[10,0]]}`;
    expect(errorOf(() => parseMobiledoc(source))).toMatchObject({ message: 'Invalid mobiledoc structure.' });
  });

  it('ignores brackets inside strings', () => {
    const text = JSON.stringify(`"${'[{'.repeat(5000)}\\`);
    expect(mobiledocToHtml(`{"version":"0.3.1","sections":[[1,"p",[[0,[],0,${text}]]]]}`)).toContain('[{[{');
  });
});
