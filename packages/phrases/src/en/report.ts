import type { report as ko } from '../ko/report.ts';
import type { Translated } from '../translated.ts';

export const report: Translated<typeof ko> = {
  button: 'Report',
  title: 'Report on a place',
  place: 'Place',
  kind: 'Kind',
  kinds: { REPORT: 'Needs action', NOTE: 'For information' },
  kindHints: {
    REPORT: 'It becomes an alarm to handle, and stays until someone has looked at it.',
    NOTE: 'It is listed as information. The person who reads it clears it.',
  },
  text: 'What is the matter',
  textHint: 'For example: there is a smell in the ward',
  photo: 'Add a photo',
  photoOf: 'The photo',
  photoAt: 'Photo of {{place}}',
  removePhoto: 'Remove the photo',
  unreadable: 'This browser cannot open the file. Choose a JPEG or PNG photo.',
  photoFailed: 'The photo could not be loaded.',
  send: 'Send',
  sent: 'Reported. The alarm list shows how it goes on.',
  open: 'Reports on this place',
  reportedBy: 'reported by {{login}}',
  handledBy: 'handled by {{login}}',
  more_one: 'Show {{count, number}} more report',
  more_other: 'Show {{count, number}} more reports',
};
