import { lines } from './field.ts';

const MAX_CERTIFICATES = 16_384;
const CERTIFICATES = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
/** Certificates (PEM) that are trusted in place of the usual ones. */
export const certificates = lines(MAX_CERTIFICATES).refine((value) => CERTIFICATES.test(value), 'CERTIFICATE');
