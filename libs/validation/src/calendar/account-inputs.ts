import { IsEmail, Matches } from 'class-validator';
import { IsLabel, Trim } from './text';

/** What somebody signs up with. */
export class SignUpDto {
  @Trim()
  @IsEmail({}, { message: 'email must be an e-mail address' })
  email: string;

  @Trim()
  @Matches(/^[a-z0-9_.-]{3,32}$/i, {
    message: 'username must have 3 to 32 letters, digits, dots, hyphens or underscores',
  })
  username: string;

  @Trim()
  @Matches(/^\P{Control}*$/u, { message: 'name must not have control characters such as line breaks' })
  @IsLabel(255)
  name: string;
}

/** Whom a sign-in link is mailed to. */
export class RequestInviteDto {
  @Trim()
  @IsEmail({}, { message: 'email must be an e-mail address' })
  email: string;
}
