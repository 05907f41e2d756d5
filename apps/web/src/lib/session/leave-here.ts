import { forgetChosenLanguage } from '../i18n/i18n.ts';
import { endSession } from './session-store.ts';

let leaving: string | null = null;

/** Marks that the user is logging out, so that the end of this token is expected. */
export const expectEnd = (token: string): void => {
  leaving = token;
};

export const isEndExpected = (token: string): boolean => leaving === token;

/** Drops the session of this tab after its end, here or elsewhere. */
export function leaveHere(): void {
  endSession();
  forgetChosenLanguage();
}

let isReloading = false;

/** This tab reloads with another session: responses to the previous one are ignored. */
export function expectReload(): void {
  isReloading = true;
}

export const isReloadExpected = (): boolean => isReloading;
