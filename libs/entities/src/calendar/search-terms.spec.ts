import { searchDocument, tsqueriesOfWords } from './search-terms';

const documentOf = (title: string, description: string | null = null, locationName: string | null = null) =>
  searchDocument({ information: [{ language: 'en', title, description }], locationName, locationAddress: null });

describe('searchDocument', () => {
  it('has titles, places and descriptions with their weights', () => {
    expect(documentOf('Tide table', 'At high water', 'Pier 4')).toBe(
      "'tide':1A 'table':2A 'pier':3B '4':4B 'at':5C 'high':6C 'water':7C",
    );
  });

  it('ignores accents, case and compatibility forms in every script', () => {
    expect(documentOf('Café ＦＵＬＬ Straße Łódź Ёлка ΆΛΦΑ')).toBe(
      "'cafe':1A 'full':2A 'strasse':3A 'lodz':4A 'елка':5A 'αλφα':6A",
    );
  });

  it('has each character of scripts without spaces', () => {
    expect(documentOf('東京タワー2026')).toContain("'東':1A '京':2A 'タ':3A");
    expect(documentOf('東京タワー2026')).toContain("'2026':");
  });

  it('contains only letters and digits, whatever the text', () => {
    const nasty = documentOf("a'b\\c:*&|!()<->\0😀\u202e d''e", "';drop table");
    expect(nasty.replaceAll(/'[\p{L}\p{N}]+':\d+[A-C] ?/gu, '')).toBe('');
  });

  it('is bounded', () => {
    expect(documentOf('x', 'word '.repeat(20_000)).split(' ')).toHaveLength(10_000);
    expect(documentOf('x'.repeat(255))).toHaveLength(64 + "'':1A".length);
    // NFKD makes five letters of `㉼`.
    const words = Array.from({ length: 9_000 }, (_, n) => `${'㉼'.repeat(12)}${n}`).join(' ');
    expect(Buffer.byteLength(documentOf('x', words))).toBeLessThan(1_048_575);
    expect(documentOf(`漢${'x'.repeat(255)}`)).toBe(`'漢':1A '${'x'.repeat(64)}':2A`);
  });
});

describe('tsqueriesOfWords', () => {
  it('finds every word, the last one also as a beginning', () => {
    expect(tsqueriesOfWords(' Café, tid ')).toEqual(["('cafe')", "'tid':*"]);
  });

  it('finds short words as they are', () => {
    expect(tsqueriesOfWords('tide at')).toEqual(["('tide')", "('at')"]);
  });

  it('finds characters of scripts without spaces in their order', () => {
    expect(tsqueriesOfWords('東京 pier')).toEqual(["('東' <-> '京')", "'pier':*"]);
    expect(tsqueriesOfWords('pier 東京')).toEqual(["('pier')", "('東' <-> '京')"]);
  });

  it('is empty without a word', () => {
    for (const text of ['', ' ', '!?', "'", '&|', '😀']) expect(tsqueriesOfWords(text)).toEqual([]);
  });

  it('uses ten words at most', () => {
    expect(tsqueriesOfWords('a '.repeat(500))).toHaveLength(10);
  });
});
