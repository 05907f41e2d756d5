import type { info as model } from '../ko/info.ts';
import type { Translated } from '../translated.ts';
import { loginTexts } from './login.ts';

export const info: Translated<typeof model> = {
  ...loginTexts.info,
  copied: 'Copied.',
  copyFailed: 'The browser did not allow copying. Select the text and copy it yourself.',
};
