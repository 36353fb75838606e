import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsMailAddress } from '../mail-address';

/** The body of a request for a mail with a sign-in link. */
export class MagicLinkDto {
  @IsMailAddress()
  @MaxLength(191)
  email: string;

  /** `signin`, `signup` or `subscribe`. Any other string of up to 50 characters, or none, means `signin`. */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  emailType?: string;
}
