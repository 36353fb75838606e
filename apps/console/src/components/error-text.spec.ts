import { NoPermissionError, ValidationError } from '@almanac/client';
import { errorText, isGeneralRefusal } from './error-text.ts';

const refusal = (message: string, context?: string): NoPermissionError =>
  new NoPermissionError(message, { status: 403, type: 'NoPermissionError', context });

describe('the text of an error', () => {
  it('is the cause of a refusal that has a reason of its own', () => {
    const unconfirmed = refusal(
      'Permission error, cannot save calendar_ticket.',
      'Your e-mail address is not confirmed.',
    );
    expect([errorText(unconfirmed), isGeneralRefusal(unconfirmed)]).toEqual([unconfirmed.context, false]);
    const foreign = refusal('Another user owns this event.');
    expect([errorText(foreign), isGeneralRefusal(foreign)]).toEqual([foreign.message, false]);
  });

  it.each([
    refusal('Authorization failed', 'Unable to determine the authenticated user or integration.'),
    refusal('Permission error, cannot edit post.', 'You do not have permission to edit posts'),
    refusal('You do not have permission to edit posts'),
  ])('is the message of a refusal without a session or a permission', (error) => {
    expect([errorText(error), isGeneralRefusal(error)]).toEqual([error.message, true]);
  });

  it('is the cause of a validation error', () => {
    const details = { status: 422, type: 'ValidationError', context: 'The title is too long.' };
    expect(errorText(new ValidationError('Validation error, cannot save post.', details))).toBe(details.context);
  });
});
