import type { Driver } from '../types.ts';
import { airdeck } from './airdeck.ts';
import { airgradient } from './airgradient.ts';
import { awair } from './awair.ts';
import { browan } from './browan.ts';
import { decentlab } from './decentlab.ts';
import { elsys } from './elsys.ts';
import { esphome } from './esphome.ts';
import { iqair } from './iqair.ts';
import { kaiterra } from './kaiterra.ts';
import { mclimate } from './mclimate.ts';
import { milesightAm } from './milesight-am.ts';
import { netvox } from './netvox.ts';
import { purpleair } from './purpleair.ts';
import { sensorCommunity } from './sensor-community.ts';
import { sensorthings } from './sensorthings.ts';
import { shelly } from './shelly.ts';
import { tasmota } from './tasmota.ts';

/** All families. What arrives is recognized by the first that matches, so specific families stand before general ones. */
export const DRIVERS: readonly Driver[] = [
  milesightAm,
  netvox,
  browan,
  decentlab,
  mclimate,
  elsys,
  airgradient,
  kaiterra,
  iqair,
  sensorCommunity,
  awair,
  purpleair,
  tasmota,
  shelly,
  sensorthings,
  esphome,
  airdeck,
];
