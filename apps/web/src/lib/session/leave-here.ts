import { forgetChosenLanguage } from '../i18n/i18n.ts';
import { endSession } from './session-store.ts';

let leaving: string | null = null;

/** A person is logging out: when the server takes the token no longer, that is what they wanted. */
export const expectEnd = (token: string): void => {
  leaving = token;
};

export const isEndExpected = (token: string): boolean => leaving === token;

/** Forgets the session in this tab, whoever ended it. */
export function leaveHere(): void {
  endSession();
  forgetChosenLanguage();
}

let isReloading = false;

/** This tab begins anew with another session: what is answered to the one before no longer matters. */
export function expectReload(): void {
  isReloading = true;
}

export const isReloadExpected = (): boolean => isReloading;
