import type { Page } from 'playwright-core';

export interface SampleFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of 64 × 48 px. */
export async function samplePicture(page: Page, name = 'pier.png'): Promise<SampleFile> {
  const draw = `(() => { const canvas = document.createElement('canvas'); canvas.width = 64; canvas.height = 48;
    const context = canvas.getContext('2d'); context.fillStyle = '#147a6d'; context.fillRect(0, 0, 64, 48);
    return canvas.toDataURL('image/png').split(',')[1]; })()`;
  return { name, mimeType: 'image/png', buffer: Buffer.from(String(await page.evaluate(draw)), 'base64') };
}

/** A tenth of a second of silence. */
export function sampleSound(): SampleFile {
  const samples = Buffer.alloc(1_600);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(16_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return { name: 'horn.wav', mimeType: 'audio/wav', buffer: Buffer.concat([header, samples]) };
}

export const sampleText = (): SampleFile => ({
  name: 'tides.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('High water at six.'),
});
