import type { Driver } from '../types.ts';
import { airgradient } from './airgradient.ts';
import { milesightAm } from './milesight-am.ts';

/** All families. What arrives is recognized by the first that matches, so specific families stand before general ones. */
export const DRIVERS: readonly Driver[] = [milesightAm, airgradient];
