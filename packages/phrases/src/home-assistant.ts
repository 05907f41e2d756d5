/**
 * Names of entities in Home Assistant, beside those of sensor types. They stand alone because the role that publishes
 * them needs no other texts of the screens.
 */
export const HOME_ASSISTANT_TEXTS = {
  ko: { grade: '공기질 등급', alarm: '경보' },
  en: { grade: 'Air quality grade', alarm: 'Alarm' },
} as const;
