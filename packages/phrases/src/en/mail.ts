import type { mail as model } from '../ko/mail.ts';
import type { Translated } from '../translated.ts';

export const mail: Translated<typeof model> = {
  id: {
    subject: '[Airdeck] Your ID',
    one: `Organization: {{organization}}
Organization code: {{code}}
ID: {{login}}`,
    text: `You asked for your ID.

{{ids}}

Log in: {{console}}

If this was not you, please ignore this mail.
`,
  },
  invitation: {
    subject: '[Airdeck] Your account',
    text: `{{organization}} has added an Airdeck account for you. Set your password here.
The link works once, within {{days}} days.

{{link}}

You log in with
Organization code: {{code}}
ID: {{login}}

If the link has expired, ask the administrator of your organization for a new one. If this mail is not meant for you, please ignore it.
`,
  },
  link: {
    subject: '[Airdeck] Set your password',
    text: `Set a new password for the ID {{login}} in {{organization}} (organization code {{code}}) here.
The link works once, within 10 minutes.

{{link}}

If this was not you, please ignore this mail. Your current password keeps working.
`,
  },
};
