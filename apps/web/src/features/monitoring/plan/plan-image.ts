import { MAX_PLAN_BYTES, MAX_PLAN_SIDE } from '@airdeck/contract/floor-plan/routes';
import { cleanImage } from '@airdeck/domain/image/clean-image';

/** Of a file that is read at all. */
const MAX_FILE_BYTES = 40 * 1024 * 1024;
/** Of an image that is decoded at all: its pixels take four bytes each. */
const MAX_PIXELS = 64_000_000;
/** Tried in this order until the image is small enough. */
const QUALITIES = [0.92, 0.8, 0.6] as const;
/** Browsers without WebP answer with another type. */
const TYPES = ['image/webp', 'image/jpeg'] as const;

/** Why a file cannot be a plan. */
export class PlanImageError extends Error {
  readonly reason: 'unreadable' | 'tooLarge';
  constructor(reason: PlanImageError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const encoded = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

/**
 * A file as an image that the server accepts: drawn again, and not larger than a plan may be. Its size is read before
 * it is decoded. @throws PlanImageError
 */
export async function planImage(file: File): Promise<Blob> {
  if (file.size > MAX_FILE_BYTES) throw new PlanImageError('tooLarge');
  const known = cleanImage(new Uint8Array(await file.arrayBuffer()));
  if (known === null) throw new PlanImageError('unreadable');
  if (known.width * known.height > MAX_PIXELS) throw new PlanImageError('tooLarge');
  const image = await createImageBitmap(file).catch(() => null);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (image === null || context === null) throw new PlanImageError('unreadable');
  const scale = Math.min(1, MAX_PLAN_SIDE / Math.max(image.width, image.height));
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  // Lines of a plan are dark, and would not be seen through to a dark page.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const type of TYPES) {
    for (const quality of QUALITIES) {
      const blob = await encoded(canvas, type, quality);
      if (blob?.type === type && blob.size <= MAX_PLAN_BYTES) return blob;
    }
  }
  throw new PlanImageError('tooLarge');
}
