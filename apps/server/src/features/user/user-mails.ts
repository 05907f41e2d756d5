import type { Language, PasswordLink } from '@airdeck/contract/user/schema';
import { mail as en } from '@airdeck/phrases/en/mail';
import { mail as ko } from '@airdeck/phrases/ko/mail';
import type { Mailer } from '../../platform/mail.ts';

const TEXTS = { ko, en };

/** Whom a mail is for. */
export interface Recipient {
  login: string;
  email: string;
  language: Language;
  organization_code: string;
}

export interface UserMails {
  sendId(to: Recipient): void;
  sendLink(to: Recipient, link: PasswordLink): void;
}

/** A text with what is named in it. Nothing is read as a name that came from what was filled in. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

/** Mails to people about their own account, in their language. */
export const createUserMails = (mailer: Mailer, publicUrl: string): UserMails => {
  const send = (kind: 'id' | 'link', to: Recipient, link: string): void => {
    const { subject, text } = TEXTS[to.language][kind];
    const { login, organization_code: code } = to;
    mailer.send({ to: to.email, subject, text: fill(text, { login, code, link, console: publicUrl }) });
  };
  return {
    sendId: (to) => send('id', to, ''),
    sendLink: (to, { token }) => send('link', to, `${publicUrl}/reset?token=${token}`),
  };
};
