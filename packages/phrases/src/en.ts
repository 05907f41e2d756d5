import { privateTexts } from './en/private.ts';
import { publicTexts } from './en/public.ts';
import type { Phrases } from './ko.ts';
import type { Translated } from './translated.ts';

/** Every text of the console in English, by area. */
export const en: Translated<Phrases> = { ...publicTexts, ...privateTexts };
