import type { i18n, TFunction } from 'i18next';

/**
 * An i18next for `useTranslation` whose `t` looks a text without values up once in each language: a screen asks for most of
 * its texts dozens of times, and i18next merges options and interpolates each time. `forget` is called when texts were
 * added.
 */
export function rememberTexts(instance: i18n): { remembering: i18n; forget: () => void } {
  const known = new Map<string, TFunction>();
  const translate = instance.t as (key: string, values: object) => string;
  const create = (lng: string): TFunction => {
    const texts = new Map<string, string>();
    const t = (key: string, values?: object): string => {
      if (values !== undefined) return translate(key, { ...values, lng });
      const text = texts.get(key) ?? translate(key, { lng });
      texts.set(key, text);
      return text;
    };
    return t as TFunction;
  };
  const getFixedT = (lng: string): TFunction => {
    const t = known.get(lng) ?? create(lng);
    known.set(lng, t);
    return t;
  };
  const remembering = Object.assign(Object.create(instance), { getFixedT });
  // `useTranslation` copies every own property of the instance for each component that calls it: this one has none.
  return { remembering: Object.create(remembering), forget: () => known.clear() };
}
