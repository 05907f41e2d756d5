import type { session as model } from '../ko/session.ts';
import type { Translated } from '../translated.ts';

export const session: Translated<typeof model> = {
  title: 'Login',
  claim: 'The air in your rooms, at a glance',
  code: 'Organization code',
  codeHint: '8 digits',
  id: 'ID',
  password: 'Password',
  store: 'Store information',
  storeHint: 'Keeps the organization code and ID on this computer, never the password.',
  login: 'Log in',
  demo: {
    title: 'Look around the demo',
    text: 'Choose a role to log in at once.',
  },
  logout: 'Log out',
  role: {
    SUPER_ADMIN: 'Super administrator',
    SUPER_USER: 'Super user',
    LOCAL_ADMIN: 'Local administrator',
    LOCAL_USER: 'Local user',
  },
  user: {
    title: 'My information',
    login: 'ID',
    name: 'Name',
    organization: 'Organization',
    authority: 'Role',
    email: 'E-mail',
    phone: 'Phone',
    language: 'Language',
    none: 'Not registered',
  },
};
