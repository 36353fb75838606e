import type { FileUpload, FileUploader, UploadedFile } from '@tryghost/koenig-lexical';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../../api/admin.ts';
import { UPLOAD } from '../../../components/uploads.ts';

type PercentListener = (percent: number) => void;

/** The upload types of Koenig (the editor of Ghost), with the MIME types that the file chooser offers. The type `file` accepts all. */
export const FILE_TYPES = {
  image: { mimeTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'] },
  mediaThumbnail: { mimeTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
  video: { mimeTypes: ['video/mp4', 'video/webm', 'video/ogg'] },
  audio: {
    mimeTypes: ['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/x-wav', 'audio/ogg', 'audio/mp4', 'audio/x-m4a'],
  },
  file: { mimeTypes: [] as string[] },
};

/** Uploads a file to the route for its type. @param type a key of `FILE_TYPES` @returns the URL of the stored file */
export async function uploadFile(type: string, file: File, onPercent?: PercentListener): Promise<string> {
  const options = onPercent ? { onProgress: progressListener(onPercent) } : {};
  const uploaded = await send(type, file, options);
  if (!uploaded) throw new Error('The server sent no URL of the file.');
  return uploaded.url;
}

/** A progress listener of the API client, which counts bytes. It calls `onPercent` with 0 to 100. */
const progressListener =
  (onPercent: PercentListener) =>
  ({ loaded, total }: { loaded: number; total: number }): void =>
    onPercent(total ? Math.round((loaded / total) * 100) : 0);

async function send(type: string, file: File, options: { onProgress?: ReturnType<typeof progressListener> }) {
  if (type === 'video' || type === 'audio') return (await admin.upload('/media/upload/', { file }, options)).media[0];
  if (type === 'file') return (await admin.upload('/files/upload/', { file }, options)).files[0];
  // Images, and thumbnails of videos. The API's own route for thumbnails needs a stored video, but a card can upload the thumbnail first.
  return (await admin.upload('/images/upload/', { file }, options)).images[0];
}

/** The uploads of a card: their progress in percent, their errors, and the function that starts them. */
function useFileUpload(type: string): FileUpload {
  const [progress, setProgress] = useState(0);
  const [errors, setErrors] = useState<FileUpload['errors']>([]);
  const [filesNumber, setFilesNumber] = useState(0);

  const uploadAll = async (chosen: FileList | File[]): Promise<UploadedFile[] | null> => {
    const files = [...chosen];
    setFilesNumber(files.length);
    setErrors([]);
    setProgress(0);
    const uploaded: UploadedFile[] = [];
    const failed: FileUpload['errors'] = [];
    for (const [index, file] of files.entries()) {
      try {
        const url = await uploadFile(type, file, (percent) => setProgress((index * 100 + percent) / files.length));
        uploaded.push({ url, fileName: file.name });
      } catch (error) {
        failed.push({ fileName: file.name, message: error instanceof Error ? error.message : String(error) });
      }
    }
    setErrors(failed);
    return failed.length ? null : uploaded;
  };
  const { isPending, mutateAsync } = useMutation({ mutationKey: UPLOAD, mutationFn: uploadAll });
  return { progress, isLoading: isPending, errors, filesNumber, upload: (chosen) => mutateAsync(chosen) };
}

export const fileUploader: FileUploader = { useFileUpload, fileTypes: FILE_TYPES };
