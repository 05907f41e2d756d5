import { createInstance } from 'i18next';
import { expect, test, vi } from 'vitest';
import { rememberTexts } from './remember-texts.ts';

const open = async () => {
  const instance = createInstance();
  await instance.init({
    lng: 'en',
    resources: {
      en: { translation: { button: { close: 'Close' }, count: '{{count}} meters' } },
      ko: { translation: { button: { close: '닫기' } } },
    },
  });
  const translate = vi.spyOn(instance, 't');
  return { instance, translate, ...rememberTexts(instance) };
};

test('looks a text without values up once in each language', async () => {
  const { remembering, translate } = await open();
  for (const language of ['en', 'ko', 'en', 'ko']) {
    expect(remembering.getFixedT(language)('button.close')).toBe(language === 'en' ? 'Close' : '닫기');
  }
  expect(translate).toHaveBeenCalledTimes(2);
});

test('puts values into each text', async () => {
  const { remembering } = await open();
  const t = remembering.getFixedT('en') as (key: string, values: object) => string;
  expect([t('count', { count: 1 }), t('count', { count: 2 })]).toEqual(['1 meters', '2 meters']);
});

test('finds texts that were added, with another t, so that screens draw again', async () => {
  const { instance, remembering, forget } = await open();
  const t = remembering.getFixedT('ko') as (key: string) => string;
  expect(t('late')).toBe('late');
  instance.addResourceBundle('ko', 'translation', { late: '늦음' }, true);
  forget();
  const next = remembering.getFixedT('ko') as (key: string) => string;
  expect(next('late')).toBe('늦음');
  expect(next).not.toBe(t);
});
