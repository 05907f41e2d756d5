import type { Examples } from '../examples.ts';
import airdeck from './airdeck.examples.json' with { type: 'json' };
import airgradient from './airgradient.examples.json' with { type: 'json' };
import awair from './awair.examples.json' with { type: 'json' };
import browan from './browan.examples.json' with { type: 'json' };
import decentlab from './decentlab.examples.json' with { type: 'json' };
import dyson from './dyson.examples.json' with { type: 'json' };
import elsys from './elsys.examples.json' with { type: 'json' };
import esphome from './esphome.examples.json' with { type: 'json' };
import homeAssistant from './home-assistant.examples.json' with { type: 'json' };
import iqair from './iqair.examples.json' with { type: 'json' };
import json from './json.examples.json' with { type: 'json' };
import kaiterra from './kaiterra.examples.json' with { type: 'json' };
import mclimate from './mclimate.examples.json' with { type: 'json' };
import milesightAm from './milesight-am.examples.json' with { type: 'json' };
import netvox from './netvox.examples.json' with { type: 'json' };
import purpleair from './purpleair.examples.json' with { type: 'json' };
import sensorCommunity from './sensor-community.examples.json' with { type: 'json' };
import sensorthings from './sensorthings.examples.json' with { type: 'json' };
import shelly from './shelly.examples.json' with { type: 'json' };
import sparkplugB from './sparkplug-b.examples.json' with { type: 'json' };
import tasmota from './tasmota.examples.json' with { type: 'json' };
import zigbee2mqtt from './zigbee2mqtt.examples.json' with { type: 'json' };

/** The examples of each family, by its id. */
export const EXAMPLES: Readonly<Record<string, Examples>> = {
  'milesight-am': milesightAm,
  netvox,
  browan,
  decentlab,
  mclimate,
  elsys,
  'sparkplug-b': sparkplugB,
  dyson,
  airgradient,
  kaiterra,
  iqair,
  'sensor-community': sensorCommunity,
  awair,
  purpleair,
  tasmota,
  shelly,
  sensorthings,
  esphome,
  'home-assistant': homeAssistant,
  zigbee2mqtt,
  airdeck,
  json,
};
