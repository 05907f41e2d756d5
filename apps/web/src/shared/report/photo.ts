import { MAX_PHOTO_BYTES } from '@airdeck/contract/alarm/report';

/** Longest side, px: enough to read a type plate. */
const MAX_SIDE = 1600;
/** Tried in this order until the file is small enough. */
const QUALITIES = [0.82, 0.65, 0.45, 0.3] as const;

const toJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** A file as a `data:` address. */
export const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(blob);
  });

/**
 * A photo of any size as a small JPEG, as a `data:` address. Drawing it again leaves out what a camera adds, such as
 * the place where it was taken.
 * @throws when the browser cannot read the file, or it stays too large
 */
export const smallPhoto = async (file: File): Promise<string> => {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  // JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const quality of QUALITIES) {
    const blob = await toJpeg(canvas, quality);
    if (blob !== null && blob.size <= MAX_PHOTO_BYTES) return dataUrl(blob);
  }
  throw new Error('too large');
};

/** The base64 part of a `data:` address. */
export const base64Of = (url: string): string => url.slice(url.indexOf(',') + 1);
