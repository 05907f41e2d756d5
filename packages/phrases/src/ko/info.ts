import { loginTexts } from './login.ts';

export const info = {
  ...loginTexts.info,
  copied: '복사했습니다.',
  copyFailed: '브라우저가 복사를 허용하지 않았습니다. 직접 선택해서 복사해 주세요.',
} as const;
