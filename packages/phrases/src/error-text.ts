import type { ErrorCode } from '@airdeck/contract/error/code';
import type { Language } from '@airdeck/contract/user/schema';
import { error as en } from './en/error.ts';
import { error as ko } from './ko/error.ts';

const TEXTS: Record<Language, Record<ErrorCode, string>> = { ko, en };

/** An error's sentence for the person who caused or met it. */
export const errorText = (code: ErrorCode, language: Language): string => TEXTS[language][code];
