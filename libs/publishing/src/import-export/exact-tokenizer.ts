import { Tokenizer, TokenType } from '@streamparser/json';

export type Token = Parameters<Tokenizer['onToken']>[0];

const WHOLE_NUMBER = /^-?\d+$/;

/** A JSON tokenizer that keeps all digits of integers. JavaScript rounds integers above 2^53, so different ids could become equal. */
export class ExactTokenizer extends Tokenizer {
  /** The digits of the last number. */
  #digits = '';

  override parseNumber(digits: string): number {
    this.#digits = digits;
    return super.parseNumber(digits);
  }

  /**
   * The token itself, or for an integer that JavaScript would round, a string token with its digits.
   * @param token the token that the tokenizer emitted last
   */
  restoreDigits(token: Token): Token {
    const isRounded =
      token.token === TokenType.NUMBER && !Number.isSafeInteger(token.value) && WHOLE_NUMBER.test(this.#digits);
    return isRounded ? { ...token, token: TokenType.STRING, value: this.#digits } : token;
  }
}
