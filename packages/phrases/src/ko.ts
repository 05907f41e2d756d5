import { privateTexts } from './ko/private.ts';
import { publicTexts } from './ko/public.ts';

/** Every text of the console in Korean, by area: the model that the other languages follow. */
export const ko = { ...publicTexts, ...privateTexts } as const;

export type Phrases = typeof ko;
