import { csvLine } from './csv';

describe('csvLine', () => {
  it('quotes only what RFC 4180 requires, and values with white space at an end', () => {
    const cells = ["O'Neil", "'t Hooft", 'a "b"', 'a,b', 'a\nb', ' a', 3, null, ''];
    expect(csvLine(cells)).toBe('O\'Neil,\'t Hooft,"a ""b""","a,b","a\nb"," a",3,,\r\n');
  });

  it('puts an apostrophe before formulas, also after apostrophes', () => {
    expect(csvLine(['=1+1', "'=1+1", '-1', '@a', '+a', '\ta'])).toBe("'=1+1,''=1+1,'-1,'@a,'+a,'\ta\r\n");
  });
});
