import { expect, it } from 'vitest';
import { en } from './en.ts';
import { ko } from './ko.ts';

/** One word for one thing: what people may read instead of the word that the console has chosen. */
const FORBIDDEN = {
  ko: [
    [/환경 ?기기|계측기|측정 ?장치/, '측정기'],
    [/장비/, '기기'],
    [/공기 ?정화기|(?<!공기)(?<!·)청정기/, '공기청정기'],
    [/오피스|사업부/, '본부'],
    [/알람|경보/, '장애'],
    [/패스워드|암호(?!화)/, '비밀번호'],
    [/유저/, '사용자'],
    [/로그아웃하기|로그인하기/, '로그인, 로그아웃'],
  ],
  en: [
    [/^headquarters/i, 'office'],
    [/environment device|instrument(?!a)/i, 'meter'],
    [/live error|error history|error rule/i, 'alarm'],
    [/air cleaner/i, 'purifier'],
    [/company|institution/i, 'organization'],
    [/log-in|sign[ -]in/i, 'log in'],
    [/\bemail/i, 'e-mail'],
  ],
} as const;

/** Names of the code, which no text may show. */
const CODE = /\b(SUPER|LOCAL)_(ADMIN|USER)\b|\b(undefined|null|NaN)\b|\b(?!mosquitto)[a-z]+_[a-z]+_?[a-z]*\b/;

const textsOf = (part: object, path = ''): [string, string][] =>
  Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'object'
      ? textsOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)] as [string, string]],
  );

it.each(['ko', 'en'] as const)('one word for one thing in %s, and no code among the words', (language) => {
  const wrong = textsOf(language === 'ko' ? ko : en).flatMap(([key, text]) => [
    ...FORBIDDEN[language].flatMap(([word, instead]) => (word.test(text) ? [`${key}: ${text} (${instead})`] : [])),
    ...(CODE.test(text.replace(/\{\{.*?\}\}/g, '')) ? [`${key}: ${text} (a code)`] : []),
  ]);
  expect(wrong).toEqual([]);
});
