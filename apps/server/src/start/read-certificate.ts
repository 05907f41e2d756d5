import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../platform/config/config.ts';

/** A certificate cannot be used; the message says why. */
export class CertificateError extends Error {
  override name = 'CertificateError';
}

export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

const read = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CertificateError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
};

/**
 * Reads a certificate and its key, and tries them.
 * @throws CertificateError when a file cannot be read, is no PEM, or the key is another's.
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
