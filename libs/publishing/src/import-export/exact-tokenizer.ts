import { Tokenizer, TokenType } from '@streamparser/json';

export type Token = Parameters<Tokenizer['onToken']>[0];

const WHOLE_NUMBER = /^-?\d+$/;

/** A tokenizer that keeps the digits of numbers. JavaScript rounds integers above 2^53, so different ids could become equal. */
export class ExactTokenizer extends Tokenizer {
  #digits = '';

  override parseNumber(digits: string): number {
    this.#digits = digits;
    return super.parseNumber(digits);
  }

  /**
   * Replaces an integer that JavaScript cannot represent by a string token with its digits.
   * @param token the token that the tokenizer emitted last
   */
  restoreDigits(token: Token): Token {
    const isRounded =
      token.token === TokenType.NUMBER && !Number.isSafeInteger(token.value) && WHOLE_NUMBER.test(this.#digits);
    return isRounded ? { ...token, token: TokenType.STRING, value: this.#digits } : token;
  }
}
