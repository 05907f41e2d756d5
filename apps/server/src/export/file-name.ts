import type { ExportFormat } from '@airdeck/contract/export-file';

const DEFAULT_NAME = 'excel';
/** File systems allow 255 bytes; some room is left for the ` (1)` of a browser and for the extension. */
const MAX_NAME_BYTES = 200;
/** Names that Windows reserves. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

function fittingBytes(text: string, max: number): string {
  let bytes = 0;
  let fitting = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > max) break;
    fitting += character;
  }
  return fitting;
}

/**
 * A requested name in a form that every file system accepts, without an extension: no folders, no control characters.
 */
export function fileName(wish: string): string {
  const clean = fittingBytes(
    wish
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .replace(/[/\\:*?"<>|]/g, '_'),
    MAX_NAME_BYTES,
  )
    // A leading dot hides a file, Windows drops a trailing one.
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (clean === '') return DEFAULT_NAME;
  return RESERVED.test(clean) ? `_${clean}` : clean;
}

/** Percent-encoding of RFC 8187, which allows less than a URL. */
const extended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The header content-disposition of a download (RFC 6266), with an ASCII name for older clients. */
export function contentDisposition(wish: string, format: ExportFormat | 'pdf'): string {
  const name = fileName(wish);
  const plain = name.replace(/[^\x20-\x7e]|[%\\"]/g, '_');
  const fallback = /[^_\s]/.test(plain) ? plain : DEFAULT_NAME;
  return `attachment; filename="${fallback}.${format}"; filename*=UTF-8''${extended(`${name}.${format}`)}`;
}
