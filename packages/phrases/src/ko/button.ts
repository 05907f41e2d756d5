import { loginTexts } from './login.ts';

export const button = {
  ...loginTexts.button,
  change: '변경',
  cancel: '취소',
  ok: '확인',
  close: '닫기',
  copy: '복사',
  add: '추가',
} as const;
