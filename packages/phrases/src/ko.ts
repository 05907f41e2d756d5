import { inside } from './ko/inside.ts';
import { outside } from './ko/outside.ts';

/** Every text of the console in Korean, by area: the model that the other languages follow. */
export const ko = { ...outside, ...inside } as const;

export type Phrases = typeof ko;
