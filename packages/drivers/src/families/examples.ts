import type { Examples } from '../examples.ts';
import airgradient from './airgradient.examples.json' with { type: 'json' };
import dyson from './dyson.examples.json' with { type: 'json' };
import homeAssistant from './home-assistant.examples.json' with { type: 'json' };
import milesightAm from './milesight-am.examples.json' with { type: 'json' };
import sparkplugB from './sparkplug-b.examples.json' with { type: 'json' };
import zigbee2mqtt from './zigbee2mqtt.examples.json' with { type: 'json' };

/** The examples of each family, by its id. */
export const EXAMPLES: Readonly<Record<string, Examples>> = {
  'milesight-am': milesightAm,
  airgradient: airgradient,
  'sparkplug-b': sparkplugB,
  dyson: dyson,
  'home-assistant': homeAssistant,
  zigbee2mqtt: zigbee2mqtt,
};
