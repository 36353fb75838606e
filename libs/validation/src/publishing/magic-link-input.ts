import { IsEmail, IsOptional, IsString, MaxLength } from 'class-validator';

/** A reader who wants a link to sign in with. */
export class MagicLinkDto {
  @IsEmail()
  @MaxLength(191)
  email: string;

  /** `signin`, `signup` or `subscribe`; anything else counts as `signin`. */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  emailType?: string;
}
