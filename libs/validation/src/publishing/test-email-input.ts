import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsMailAddress } from '../mail-address';

/** The body of a request for a test mail of a post. */
export class TestEmailDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsMailAddress({ each: true, message: 'emails must be e-mail addresses' })
  emails: string[];

  /**
   * Chooses the version of the mail: `status:free` or `free` for that of free members; `status:-free`, `status:paid` or `paid` for that of
   * paying members, which is also sent by default.
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  memberSegment?: string;

  /** Another name of `memberSegment`. If a request has both, `member_segment` applies, unless it is null. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  member_segment?: string;

  @IsOptional()
  @IsString()
  @MaxLength(300)
  subject?: string;
}
