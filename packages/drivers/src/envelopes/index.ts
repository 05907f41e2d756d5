import type { Envelope } from '../types.ts';
import { chirpstackV4 } from './chirpstack-v4.ts';

/** All network servers. */
export const ENVELOPES: readonly Envelope[] = [chirpstackV4];
