import type { mail as model } from '../ko/mail.ts';
import type { Translated } from '../translated.ts';

export const mail: Translated<typeof model> = {
  id: {
    subject: '[Airdeck] Your ID',
    text: `You asked for your ID.

Organization code: {{code}}
ID: {{login}}

Log in: {{console}}

If this was not you, please ignore this mail.
`,
  },
  link: {
    subject: '[Airdeck] Set your password',
    text: `Set a new password for the ID {{login}} here.
The link works once, within 10 minutes.

{{link}}

If this was not you, please ignore this mail. Your current password keeps working.
`,
  },
};
