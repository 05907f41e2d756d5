import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import type { AutoBounds, AutoThresholds } from '@airdeck/domain/control/auto-mode';
import type { FanSpeed } from '@airdeck/domain/purifier-state';
import { GRADED_TYPES, type GradedType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import type { Tone } from '../../../ui/theme/tokens.ts';

/** From quiet to strong, in the tones of grades. */
export const LEVEL_TONE: Readonly<Record<FanSpeed, Tone>> = { STOP: 1, WEAK: 3, MEDIUM: 4, STRONG: 5 };

export const modePlace = ({ organization_name, office_name, department_name }: AutoMode): string =>
  [organization_name, office_name, department_name].join('\u00a0· ');

export const stateOf = ({ auto, progress }: AutoMode): 'AUTO' | 'MANUAL' | 'OFF' => {
  if (auto?.use !== 'Y') return 'OFF';
  return progress?.is_overridden ? 'MANUAL' : 'AUTO';
};

/** The types of thresholds in their order, with their bounds. */
export const entriesOf = (thresholds: AutoThresholds): [GradedType, AutoBounds][] =>
  GRADED_TYPES.flatMap((type) => {
    const bounds = thresholds[type];
    return bounds === undefined ? [] : [[type, bounds] as [GradedType, AutoBounds]];
  });

/** Bounds, times and what a purifier does now, in words. */
export function useTexts() {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const time = (instant: string): string => {
    const isToday = new Date(instant).toDateString() === new Date().toDateString();
    return formatDate(instant, isToday ? 'hourMinute' : 'minute', { language });
  };
  const bounds = (all: readonly number[]): string => all.map((bound) => number.format(bound)).join(' · ');
  return {
    number: (value: number) => number.format(value),
    time,
    bounds,
    type: (type: GradedType) => t(sensorNameKey(type)),
    /** Why the level is not what the purifier does, or until when; nothing when all is well. */
    trouble: ({ auto, progress, obstacle, state }: AutoMode): string | null => {
      if (auto?.use !== 'Y' || progress === null) return null;
      if (obstacle !== null) return t(`autoMode.obstacle.${obstacle}`);
      if (progress.is_overridden) {
        const { overridden_until: until } = progress;
        return until === null ? t('autoMode.now.overriddenOpen') : t('autoMode.now.overridden', { time: time(until) });
      }
      if (state?.power === 'OFF') return t('autoMode.now.poweredOff');
      if (progress.level === null) return t('autoMode.now.undecided');
      if (progress.is_reached) return null;
      return progress.is_resting ? t('autoMode.now.resting') : t('autoMode.now.asked');
    },
  };
}
