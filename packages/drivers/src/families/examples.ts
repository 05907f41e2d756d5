import type { Examples } from '../examples.ts';
import airgradient from './airgradient.examples.json' with { type: 'json' };
import milesightAm from './milesight-am.examples.json' with { type: 'json' };

/** The examples of each family, by its id. */
export const EXAMPLES: Readonly<Record<string, Examples>> = {
  'milesight-am': milesightAm,
  airgradient: airgradient,
};
