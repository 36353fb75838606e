import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The OpenAPI document of a version as the service serves it and as the repository contains it. With UPDATE_OPENAPI=true (`npm run
 * openapi`) the served document is written to the repository first.
 * @param folder the folder of the documents in the repository
 */
export async function servedAndCommittedDocument(
  app: NestFastifyApplication,
  folder: string,
  version: string,
): Promise<{ served: string; committed: string }> {
  const response = await app.inject({ method: 'GET', url: `/docs/${version}.json` });
  if (response.statusCode !== 200) throw new Error(`/docs/${version}.json has the status ${response.statusCode}.`);
  const served = `${JSON.stringify(response.json(), null, 2)}\n`;
  const path = join(folder, `${version}.json`);
  if (process.env.UPDATE_OPENAPI === 'true') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, served);
  }
  return { served, committed: readFileSync(path, 'utf8') };
}

/** The files that a page loads, with the status and content type of each. */
export async function filesOfPage(
  app: NestFastifyApplication,
  url: string,
): Promise<{ url: string; status: number; type: string }[]> {
  const page = await app.inject({ method: 'GET', url });
  const urls = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  return Promise.all(
    urls.map(async (file) => {
      const { statusCode, headers } = await app.inject({ method: 'GET', url: file });
      return { url: file, status: statusCode, type: String(headers['content-type']) };
    }),
  );
}
