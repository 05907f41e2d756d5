import type { Json } from '../types.ts';
import systemairSave from './systemair-save.map.json' with { type: 'json' };
import tcS200 from './tc-s200.map.json' with { type: 'json' };

/** Maps to start from, by file name; a person adapts them. */
export const REGISTER_MAPS: Readonly<Record<string, Json>> = {
  'tc-s200': tcS200,
  'systemair-save': systemairSave,
};
