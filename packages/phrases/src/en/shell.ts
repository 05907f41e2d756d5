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
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    lostHint: 'The live connection was lost and is being restored. You see the last values received.',
  },
  clock: 'Time now',
  problem: {
    DISK_FULL:
      "The server's disk is full. Stored readings can be viewed; new readings wait at the devices until there is space.",
    READINGS_NOT_STORED:
      'The server cannot store new readings now. Stored readings can be viewed; new readings wait at the devices until it can.',
  },
  denied:
    '{{screen}} is not available to the role {{role}}, so Monitoring is shown. Please ask the administrator if you need it.',
  deniedScreen: 'That screen',
  busy: 'The server is busy. Trying again.',
  keys: {
    title: 'Keyboard',
    search: 'Search the menu',
    help: 'Show this list',
    escape: 'Close the topmost menu, list, panel or dialog; it asks first where input is not saved.',
    reload: 'Reload. You stay logged in.',
    shiftClick: 'Shift + click',
    sort: 'Sort a table by several columns',
    menu: 'Move through the results of the menu search',
    enter: 'Enter',
    open: 'Open the first result of the menu search',
    move: "On the dots in a dialog's title: move it. Home: back to the middle",
    chart: 'In a graph: read values. With Shift: move sideways',
    zoom: 'In a graph: zoom in, zoom out, show all',
  },
  notFound: {
    title: 'Page not found',
    text: 'Check the address. If the problem persists, please contact the administrator.',
    home: 'Go to Monitoring',
  },
  service: {
    title: 'Service Center',
    contact: 'Contact',
    contactText: 'Questions about accounts and devices go to the administrator of the organization.',
    organization: 'Organization',
    phone: 'Phone',
    email: 'Mail',
    contactFailed: 'The contact could not be loaded. Open this again in a moment.',
    contactMissing: 'No contact is registered for this organization yet.',
    version: 'Version',
    serverVersion: 'Server {{version}}',
    about: 'Airdeck 1.0 · © 2024 Airdeck',
    api: 'API',
    apiText: 'Addresses and formats for other systems to work with this one.',
    apiLink: 'Browse the API',
    diagnosis: 'Diagnosis',
    diagnosisText:
      'Send it along with your question; it helps to find the cause. It contains no password and no token.',
    manual: 'Open the manual',
  },
  area: {
    label: 'Main screens',
    monitoring: 'Monitoring',
    history: 'History',
    alarms: 'Alarms',
    purifiers: 'Purifiers',
    administration: 'Administration',
  },
  old: {
    reconnecting: 'The connection to the server broke and is being restored. You see values received until {{since}}.',
    offline: 'You are offline. You see values received until {{since}}.',
  },
  notice: {
    label: 'Notices',
    all: 'Show all notices',
    toAll: 'All organizations',
    previous: 'Previous notice',
    next: 'Next notice',
    pause: 'Pause notices',
    run: 'Resume notices',
    dismiss: 'Hide notices. They come back when there is a new one or one changes.',
    dismissed: 'Notices are hidden.',
  },
  about: {
    title: 'About Airdeck',
    text: 'Console for indoor air in multi-use facilities',
    version: 'Version 1.0',
    copyright: '© 2024 Airdeck',
  },
  manual: {
    title: 'Manual',
    morning: 'The morning round',
    morningText:
      'Monitoring shows the worst places first. A card leads down to offices, departments, meters and sensors; the path at the top leads up again.',
    alarm: 'When there is an alarm',
    alarmText:
      'The bell leads to all open alarms. After an acknowledgement the next receivers are not notified. Clear an alarm when its cause is gone; it stays in the history.',
    past: 'Looking back',
    pastText:
      'In History, choose places and a period, and search. There are graphs and lists, and Excel and CSV files.',
    control: 'Controlling purifiers',
    controlText:
      'Choose one or several and send a command. The reported state is shown beside the requested one; devices that cannot be reached are left out.',
    device: 'Registering a meter',
    deviceText:
      'Register it from Unregistered meters in Administration, or add it under Meters. Its secret is shown only once.',
  },
  followed: '{{name}} logged in in another tab. This tab now uses that login.',
};
