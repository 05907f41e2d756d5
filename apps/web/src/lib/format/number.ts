import type { Language } from '@airdeck/contract/user/schema';
import { isGraded, SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';

const formats = new Map<string, Intl.NumberFormat>();

/** A number with exactly `digits` decimal places, thousands apart. */
export function formatNumber(value: number, digits: number, language: Language): string {
  const key = `${language}${digits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  const text = format.format(value);
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text;
}

/** Decimal places on screen: what the type resolves, but no hundredths of a degree or of a percent. */
export function shownDigits(type: SensorType): number {
  const { digits } = SENSOR_TYPE_INFO[type];
  return isGraded(type) ? digits : Math.min(digits, 1);
}

/** A reading as it is shown, without its unit; an en dash when there is none. */
export function formatReading(type: SensorType, value: number | null, language: Language): string {
  return value === null ? '–' : formatNumber(value, shownDigits(type), language);
}

/** An air index: a whole number, rounded once, an en dash when there is none. */
export function formatIndex(index: number | null, language: Language): string {
  return index === null ? '–' : formatNumber(index, 0, language);
}

/**
 * From one written value to another: `0~600` in Korean, `0–600` in English. A minus is kept apart from what joins them:
 * `-40 ~ 125`, `−40 to 125`.
 */
export function formatSpan(low: string, high: string, language: Language): string {
  const isBelowZero = low.startsWith('-') || high.startsWith('-');
  if (language === 'ko') return [low, high].join(isBelowZero ? ' ~ ' : '~');
  return [low, high].map((text) => text.replace(/^-/, '−')).join(isBelowZero ? ' to ' : '–');
}
