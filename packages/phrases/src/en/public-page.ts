import type { publicPage as model } from '../ko/public-page.ts';
import type { Translated } from '../translated.ts';

export const publicPage: Translated<typeof model> = {
  title: 'Indoor air, published',
  now: 'As of {{time}}',
  lines: {
    GRADE_1: 'Simple meter, grade 1 · not official network data',
    GRADE_2: 'Simple meter, grade 2 · not official network data',
    GRADE_3: 'Simple meter, grade 3 · not official network data',
    OUT: 'Simple meter, out of grade · not official network data',
    none: 'Simple meter without a grade · not official network data',
  },
  number: 'Certificate {{number}}',
  validUntil: 'Valid until {{day}}',
  expired: 'Expired on {{day}}',
  measured: 'Measured {{time}}',
  notNow: 'No current value',
  empty: 'There is no meter to show.',
  leftOut_one: '{{count, number}} more meter is not shown on this page.',
  leftOut_other: '{{count, number}} more meters are not shown on this page.',
  missing: {
    title: 'There is no public page here',
    text: 'Its address has changed, or it has been switched off. Please ask the organization for the new address.',
  },
  loading: 'Loading values…',
  old: 'No new values were received. These are from {{time}}. Trying again.',
  failed: 'Values cannot be loaded now. Trying again.',
  setting: {
    action: 'Public page',
    off: 'The public page is off.',
    text: 'While it is on, anyone who knows its address sees the names of offices, departments and meters, their current values, grades and times, and their certificates, without a login. Nothing else is published.',
    law: 'Published values of a simple meter must name its grade and say that they are not official data. The page does so by itself; the grade is entered with the meter.',
    label: 'Public address',
    on: 'Publish',
    turnedOn: 'The public page is on.',
    open: 'Open in a new tab',
    end: 'Stop publishing',
    endTitle: 'Stop publishing',
    endText:
      'The address is gone at once. Publishing again makes a new one, so that an address you gave away stays dead.',
    ended: 'The public page is off.',
    renew: 'Change the address',
    renewTitle: 'Change the public address',
    renewText: 'The page gets a new address, and the present one is gone at once.',
    renewed: 'The address has been changed.',
  },
};
