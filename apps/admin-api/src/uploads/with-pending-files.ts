import { type IncomingContent, type PendingFile } from '@almanac/storage';
import type { FastifyRequest } from 'fastify';
import { receiveUpload } from './receive-upload';
import type { ReceivedUpload, UploadRules } from './upload';

/**
 * Reads a form as `receiveUpload` does, and then passes its checked files to `use`, which stores them. If the form is refused, e.g. because
 * of a field after the file, none of its files is stored. The temporary files are removed in the end.
 * @throws the errors of `receiveUpload`, `receive` and `use`
 */
export async function withPendingFiles<T>(
  request: FastifyRequest,
  { receive, ...rules }: UploadRules & { receive: (incoming: IncomingContent) => Promise<PendingFile> },
  use: (upload: ReceivedUpload<PendingFile>) => Promise<T>,
): Promise<T> {
  const pending: PendingFile[] = [];
  try {
    const upload = await receiveUpload(request, rules, async (incoming) => {
      const file = await receive(incoming);
      pending.push(file);
      return file;
    });
    return await use(upload);
  } finally {
    await Promise.all(pending.map((file) => file.discard()));
  }
}
