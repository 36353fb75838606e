import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Makes the service read forms with files; each route sets limits of its own. */
export async function addUploads(app: NestFastifyApplication): Promise<void> {
  // A file cut at its limit is noticed by whoever reads it, with an error of ours.
  await app.register(multipart, { throwFileSizeLimit: false });
}
