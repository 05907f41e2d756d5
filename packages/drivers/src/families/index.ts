import type { Driver } from '../types.ts';
import { airgradient } from './airgradient.ts';
import { dyson } from './dyson.ts';
import { homeAssistant } from './home-assistant.ts';
import { milesightAm } from './milesight-am.ts';
import { sparkplugB } from './sparkplug-b.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

/** All families. What arrives is recognized by the first that matches, so specific families stand before general ones. */
export const DRIVERS: readonly Driver[] = [milesightAm, sparkplugB, dyson, homeAssistant, zigbee2mqtt, airgradient];
