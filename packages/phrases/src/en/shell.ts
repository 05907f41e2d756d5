import type { shell as model } from '../ko/shell.ts';
import type { Translated } from '../translated.ts';

export const shell: Translated<typeof model> = {
  home: 'Airdeck, go to Monitoring',
  skip: 'Skip to the content',
  openMenu: 'Open the menu',
  openTree: 'Open the list of places',
  closeTree: 'Close the list of places',
  collapseTree: 'Collapse the list of places',
  expandTree: 'Expand the list of places',
  tree: 'Places',
  breadcrumb: 'You are here',
  live: {
    idle: 'Not live',
    connecting: 'Connecting',
    open: 'Live',
    lost: 'Reconnecting',
    lostHint: 'The live connection was lost and is being restored. You see the last values received.',
  },
  clock: 'Time now',
  offline: 'You are offline. You see the last values received.',
  problem: {
    DISK_FULL:
      "The server's disk is full. What was measured can be looked at; new readings wait at the devices until there is room.",
    READINGS_NOT_STORED:
      'The server cannot store new readings now. What was measured can be looked at; new readings wait at the devices until it can.',
  },
  denied:
    'Your role may not open that screen; please ask the administrator if you need it. This is Monitoring instead.',
  busy: 'The server is busy, asking again.',
  keys: {
    title: 'Keyboard',
    search: 'Search the menu',
    help: 'Show this list',
    escape: 'Close an open list. Dialogs stay open.',
    reload: 'Reload. You stay logged in.',
    shiftClick: 'Shift + click',
    sort: 'Sort a table by several columns',
  },
  notFound: {
    title: 'Page not found',
    text: 'Check the address. If the problem stays, please contact the administrator.',
    home: 'Go to Monitoring',
  },
  service: {
    title: 'Service Center',
    contact: 'Contact',
    contactText:
      'For questions about accounts and devices, ask the administrator of your organization ({{organization}}).',
    version: 'Version',
    serverVersion: 'Server {{version}}',
    about: 'Airdeck 1.0 · © 2024 Airdeck',
    api: 'API',
    apiText: 'Addresses and formats for other systems to work with this one.',
    apiLink: 'Browse the API',
    diagnosis: 'Diagnosis',
    diagnosisText: 'Send it along with your question; it helps to find the cause. It holds no password and no token.',
  },
};
