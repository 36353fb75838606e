import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsMailAddress } from '../mail-address';

/** The body of a request for a test mail of a post. */
export class TestEmailDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsMailAddress({ each: true, message: 'emails must be e-mail addresses' })
  emails: string[];

  /** The members whose version of the mail is sent: `status:free`, or `status:-free` for paying members, the default. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  memberSegment?: string;

  /** Another name of `memberSegment`. If a request has both, `member_segment` applies. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  member_segment?: string;

  @IsOptional()
  @IsString()
  @MaxLength(300)
  subject?: string;
}
