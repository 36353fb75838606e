import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsMailAddress } from '../mail-address';

/** A test mail of a post. */
export class TestEmailDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsMailAddress({ each: true, message: 'emails must be e-mail addresses' })
  emails: string[];

  @IsOptional()
  @IsString()
  @MaxLength(100)
  memberSegment?: string;

  @IsOptional()
  @IsString()
  @MaxLength(100)
  member_segment?: string;

  @IsOptional()
  @IsString()
  @MaxLength(300)
  subject?: string;
}
