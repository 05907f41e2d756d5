import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from './config/config.ts';

/** A certificate cannot be used; the message says why. */
export class CertificateError extends Error {
  override name = 'CertificateError';
}

export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** A certificate chain has about ten kilobytes; a device file, for example, might never end. */
const MAX_BYTES = 1_048_576;

const read = (path: string): Buffer => {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new Error('it is no file');
    if (found.size > MAX_BYTES) throw new Error(`it has ${found.size} bytes; ${MAX_BYTES} are allowed`);
    return readFileSync(path);
  } catch (error) {
    throw new CertificateError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
};

/**
 * Reads a certificate and its key, and tests them. @throws CertificateError if a file cannot be read, is no PEM, or the
 * key does not match.
 */
export const readCertificate = (files: TlsFiles | null): Certificate | null => {
  if (files === null) return null;
  const certificate = { cert: read(files.cert), key: read(files.key) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertificateError(`${files.cert} and ${files.key} are no certificate and its key (PEM): ${reason}`);
  }
  return certificate;
};
