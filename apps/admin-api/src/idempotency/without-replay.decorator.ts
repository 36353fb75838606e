import { Reflector } from '@nestjs/core';

/**
 * Marks a route whose response contains a secret that is stored only as a digest, or not at all. `Idempotency-Key` has no effect there,
 * because the stored response would contain the readable secret.
 */
export const WithoutReplay = Reflector.createDecorator({ transform: () => true });
