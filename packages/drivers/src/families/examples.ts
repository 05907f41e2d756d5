import type { Examples } from '../examples.ts';
import airgradient from './airgradient.examples.json' with { type: 'json' };
import browan from './browan.examples.json' with { type: 'json' };
import decentlab from './decentlab.examples.json' with { type: 'json' };
import elsys from './elsys.examples.json' with { type: 'json' };
import mclimate from './mclimate.examples.json' with { type: 'json' };
import milesightAm from './milesight-am.examples.json' with { type: 'json' };
import netvox from './netvox.examples.json' with { type: 'json' };

/** The examples of each family, by its id. */
export const EXAMPLES: Readonly<Record<string, Examples>> = {
  'milesight-am': milesightAm,
  netvox,
  browan,
  decentlab,
  mclimate,
  elsys,
  airgradient: airgradient,
};
