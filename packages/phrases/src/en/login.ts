import type { loginTexts as model } from '../ko/login.ts';
import type { Translated } from '../translated.ts';

/** Texts that Login shows without a wait, in English. */
export const loginTexts: Translated<typeof model> = {
  button: {
    retry: 'Try again',
  },
  common: {
    language: {
      label: 'Language',
      ko: '한국어',
      en: 'English',
    },
    error: {
      title: 'This could not be loaded',
      network: 'The server cannot be reached. Check your network.',
      timeout: 'The server did not answer within 30 seconds. Try again in a moment.',
      answer: "The server's answer could not be read. Try again in a moment.",
      screen: 'This screen could not be shown. If a new version was installed, reloading helps.',
    },
    field: {
      showPassword: 'Show password',
      hidePassword: 'Hide password',
      capsLock: 'Caps Lock is on',
    },
  },
  error: {
    EXPIRED_TOKEN: 'Your session has expired. Please log in again.',
  },
  field: {
    REQUIRED: 'This is a required field.',
    INVALID: 'This value is not valid.',
    TOO_LONG: 'The maximum length is exceeded.',
    ORGANIZATION_CODE: 'Enter an organization code of exactly 8 digits.',
    LOGIN_ID: 'Enter an ID of 4 to 30 English letters, digits, periods, underscores or hyphens.',
    CONTROL_CHARACTER:
      'Line breaks and invisible control characters are not allowed here. Delete the pasted text and type it instead.',
  },
  info: {
    logout: 'You are logged out.',
  },
  session: {
    title: 'Login',
    claim: 'The air in your rooms, at a glance',
    code: 'Organization code',
    codeHint: '8 digits',
    id: 'ID',
    password: 'Password',
    store: 'Store information',
    storeHint: 'Keeps the organization code and ID on this computer, never the password.',
    login: 'Log in',
    signOn: {
      or: 'or',
      only: 'This organization uses single sign-on. Only super administrators have a password.',
      finishing: 'The single sign-on is being checked.',
    },
    otp: {
      code: 'Code',
      codeHint: '6 digits that your authenticator app shows',
      recovery: 'Recovery code',
      recoveryHint: 'One of the codes that you got when you set up the second factor. Each works once.',
      useRecovery: 'No authenticator app at hand? Use a recovery code',
      useCode: 'Use a code of the authenticator app',
      back: 'Log in with another ID',
    },
    demo: {
      title: 'Look around the demo',
      text: 'Choose a role to log in at once.',
    },
    role: {
      SUPER_ADMIN: 'Super administrator',
      SUPER_USER: 'Super user',
      LOCAL_ADMIN: 'Local administrator',
      LOCAL_USER: 'Local user',
    },
    intro: 'Log in with your organization code and ID.',
    forgot: {
      open: 'Forgot ID or password',
    },
  },
};
