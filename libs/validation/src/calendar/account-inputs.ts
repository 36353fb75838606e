import { Matches } from 'class-validator';
import { IsMailAddress, MAX_ADDRESS_LENGTH, TrimAddress } from '../mail-address';
import { IsNonBlankText, IsText, Trim } from './text';

const EMAIL_MESSAGE = { message: 'email must be an e-mail address' };

/** The input of the mutation `signup`. */
export class SignUpDto {
  @TrimAddress()
  @IsMailAddress(EMAIL_MESSAGE)
  @IsText(MAX_ADDRESS_LENGTH, EMAIL_MESSAGE)
  email: string;

  @Trim()
  @Matches(/^[a-z0-9_.-]{3,32}$/i, {
    message: 'username must have 3 to 32 letters, digits, dots, hyphens or underscores',
  })
  username: string;

  @Trim()
  @Matches(/^\P{Control}*$/u, { message: 'name must not have control characters such as line breaks' })
  @IsNonBlankText(255)
  name: string;
}

/** The input of the mutation `requestInvite`, which mails a sign-in link. */
export class RequestInviteDto {
  @TrimAddress()
  @IsMailAddress(EMAIL_MESSAGE)
  @IsText(MAX_ADDRESS_LENGTH, EMAIL_MESSAGE)
  email: string;
}
