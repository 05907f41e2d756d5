import { X509Certificate } from 'node:crypto';
import type { TlsFiles } from './config/config.ts';
import type { Log } from './log.ts';
import { createLoop } from './loop.ts';
import { type Certificate, CertificateError, readCertificate } from './read-certificate.ts';

/** Files of a few kilobytes are read: a comparison of their contents also sees replaced links and copied times. */
const EVERY_MS = 2_000;
const MAX_NAMES = 1_000;
const PEM = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/** The certificate that a process uses. */
export interface CertificateState {
  names: string;
  /** When it, or another one of its chain, expires; epoch milliseconds. */
  expiresAt: number;
  /** Why the present files cannot be used; null when they are in use. */
  fault: string | null;
}

export interface CertificateWatch {
  /** Resolves after the first check. */
  start(): Promise<void>;
  stop(): Promise<void>;
  state(): CertificateState;
}

export interface CertificateWatchOptions {
  files: TlsFiles;
  /** The certificate in use. */
  first: Certificate;
  /** Gets each certificate that replaces the one in use. */
  onChanged(certificate: Certificate): void;
  log: Log;
  everyMs?: number;
}

const describe = ({ cert }: Certificate): Omit<CertificateState, 'fault'> => {
  const chain = (cert.toString('latin1').match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  const [own] = chain;
  const names = (own?.subjectAltName ?? own?.subject ?? '').replaceAll(/(DNS|IP Address):/g, '');
  return {
    names: names.slice(0, MAX_NAMES),
    expiresAt: Math.min(...chain.map(({ validTo }) => Date.parse(validTo))),
  };
};

const isSame = (a: Certificate, b: Certificate): boolean => a.cert.equals(b.cert) && a.key.equals(b.key);

/**
 * Reads certificate files again and again. Files that cannot be used, such as a certificate whose key is still to be
 * replaced, change nothing until they can.
 */
export const createCertificateWatch = (options: CertificateWatchOptions): CertificateWatch => {
  const { files, first, onChanged, log, everyMs = EVERY_MS } = options;
  let used = first;
  let state: CertificateState = { ...describe(first), fault: null };

  const check = async (): Promise<void> => {
    try {
      const found = readCertificate(files);
      if (found && !isSame(found, used)) {
        const described = describe(found);
        onChanged(found);
        used = found;
        state = { ...described, fault: null };
        log.info({ file: files.cert, expires: new Date(state.expiresAt) }, 'the certificate was replaced');
      }
      state = { ...state, fault: null };
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      if (!(error instanceof CertificateError)) log.error({ err: error }, 'the certificate could not be replaced');
      else if (state.fault !== fault) log.warn({ reason: fault }, 'the replaced certificate cannot be used');
      state = { ...state, fault };
    }
  };
  const loop = createLoop(
    async () => {
      await check();
      return everyMs;
    },
    () => everyMs,
  );
  return {
    async start() {
      await check();
      loop.start();
    },
    stop: () => loop.stop(),
    state: () => state,
  };
};
