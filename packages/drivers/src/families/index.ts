import type { Driver } from '../types.ts';
import { airgradient } from './airgradient.ts';
import { browan } from './browan.ts';
import { decentlab } from './decentlab.ts';
import { elsys } from './elsys.ts';
import { mclimate } from './mclimate.ts';
import { milesightAm } from './milesight-am.ts';
import { netvox } from './netvox.ts';

/** All families. What arrives is recognized by the first that matches, so specific families stand before general ones. */
export const DRIVERS: readonly Driver[] = [milesightAm, netvox, browan, decentlab, mclimate, elsys, airgradient];
