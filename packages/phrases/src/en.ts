import { inside } from './en/inside.ts';
import { outside } from './en/outside.ts';
import type { Phrases } from './ko.ts';
import type { Translated } from './translated.ts';

/** Every text of the console in English, by area. */
export const en: Translated<Phrases> = { ...outside, ...inside };
