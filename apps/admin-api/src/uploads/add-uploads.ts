import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Registers the parser of multipart forms; each route sets its own limits. */
export async function addUploads(app: NestFastifyApplication): Promise<void> {
  // `receiveUpload` itself rejects a truncated file, with RequestEntityTooLargeError.
  await app.register(multipart, { throwFileSizeLimit: false });
}
