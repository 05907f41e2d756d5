import { baseline } from './baseline.ts';
import { clock } from './clock.ts';
import { dayMean } from './day-mean.ts';
import { decoder } from './decoder.ts';
import { deviceError } from './device-error.ts';
import { gateway } from './gateway.ts';
import { localServer } from './local-server.ts';
import { outOfRange } from './out-of-range.ts';
import { purifier } from './purifier.ts';
import { purifierEffect } from './purifier-effect.ts';
import { server } from './server.ts';
import { silence } from './silence.ts';
import { stuck } from './stuck.ts';
import type { Detector } from './types.ts';
import { value } from './value.ts';

/** All detectors. The engine and the sweep run them in this order. */
export const DETECTORS: readonly Detector[] = [
  server,
  localServer,
  gateway,
  decoder,
  value,
  stuck,
  dayMean,
  baseline,
  outOfRange,
  clock,
  silence,
  deviceError,
  purifier,
  purifierEffect,
];
