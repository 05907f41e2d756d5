import type { Language } from '@airdeck/contract/user/schema';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';

const TEXTS = { ko, en };

/** The console's texts in one language. */
export type Texts = (typeof TEXTS)[Language];

export const textsOf = (language: Language): Texts => TEXTS[language];

type Words = Readonly<Record<string, string | undefined>>;

/** The label of an administered field, if it has one. */
export const fieldLabel = (texts: Texts, name: string): string | undefined => (texts.admin.field as Words)[name];

/** Labels for the values of a choice; a choice without its own labels is yes or no. */
export const choiceWords = ({ admin }: Texts, name: string): Words => ({
  Y: admin.yes,
  N: admin.no,
  ...(admin.choice as Readonly<Record<string, Words>>)[name],
});
