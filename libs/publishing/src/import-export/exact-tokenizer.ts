import { Tokenizer, TokenType } from '@streamparser/json';

export type Token = Parameters<Tokenizer['onToken']>[0];

const WHOLE_NUMBER = /^-?\d+$/;

/** A tokenizer that knows the digits of numbers, because JavaScript rounds whole numbers above 2^53: ids would become equal. */
export class ExactTokenizer extends Tokenizer {
  #digits = '';

  override parseNumber(digits: string): number {
    this.#digits = digits;
    return super.parseNumber(digits);
  }

  /** The token, which was just passed on; a whole number that JavaScript cannot store is a string. */
  exact(token: Token): Token {
    const isRounded =
      token.token === TokenType.NUMBER && !Number.isSafeInteger(token.value) && WHOLE_NUMBER.test(this.#digits);
    return isRounded ? { ...token, token: TokenType.STRING, value: this.#digits } : token;
  }
}
