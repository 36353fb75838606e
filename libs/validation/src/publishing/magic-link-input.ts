import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsMailAddress } from '../mail-address';

/** A reader who wants a link to sign in with. */
export class MagicLinkDto {
  @IsMailAddress()
  @MaxLength(191)
  email: string;

  /** `signin`, `signup` or `subscribe`; anything else counts as `signin`. */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  emailType?: string;
}
