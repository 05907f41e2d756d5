import type { PurifierState } from '@airdeck/contract/purifier/schema';

/** A purifier in automatic mode; `changed` overrides properties. */
export const aPurifierState = (changed: Partial<PurifierState> = {}): PurifierState => ({
  power: 'ON',
  control: 'AUTO',
  run: 'WORK',
  source: 'REMOTE',
  fan_speed: 'WEAK',
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [true],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: 4380,
  filter_use_h: [100],
  ...changed,
});
