import type { Driver } from '../types.ts';
import { airdeck } from './airdeck.ts';
import { airgradient } from './airgradient.ts';
import { awair } from './awair.ts';
import { browan } from './browan.ts';
import { decentlab } from './decentlab.ts';
import { dyson } from './dyson.ts';
import { elsys } from './elsys.ts';
import { esphome } from './esphome.ts';
import { homeAssistant } from './home-assistant.ts';
import { iqair } from './iqair.ts';
import { json } from './json.ts';
import { kaiterra } from './kaiterra.ts';
import { mclimate } from './mclimate.ts';
import { milesightAm } from './milesight-am.ts';
import { netvox } from './netvox.ts';
import { purpleair } from './purpleair.ts';
import { sensorCommunity } from './sensor-community.ts';
import { sensorthings } from './sensorthings.ts';
import { shelly } from './shelly.ts';
import { sparkplugB } from './sparkplug-b.ts';
import { tasmota } from './tasmota.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

/** All families. What arrives is recognized by the first that matches, so specific families stand before general ones. */
export const DRIVERS: readonly Driver[] = [
  milesightAm,
  netvox,
  browan,
  decentlab,
  mclimate,
  elsys,
  sparkplugB,
  dyson,
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
  homeAssistant,
  zigbee2mqtt,
  airdeck,
  json,
];
