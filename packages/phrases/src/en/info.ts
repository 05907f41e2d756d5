import type { info as model } from '../ko/info.ts';
import type { Translated } from '../translated.ts';

export const info: Translated<typeof model> = {
  logout: 'You are logged out.',
  copied: 'Copied.',
  copyFailed: 'The browser did not allow copying. Select the text and copy it yourself.',
};
