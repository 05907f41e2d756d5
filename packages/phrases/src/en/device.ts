import type { device as model } from '../ko/device.ts';
import type { Translated } from '../translated.ts';

export const device: Translated<typeof model> = {
  secret: {
    action: 'New secret',
    title: "The device's secret",
    renewTitle: 'Make a new secret',
    renewText:
      'This makes a new secret for “{{name}}”. A connection that uses the old one ends at once; the device connects again when it has the new one.',
    renew: 'Make a new one',
    once: 'The secret is shown this once. The server does not keep it, so please store it in a safe place.',
    username: 'User name',
    secret: 'Secret',
    try: 'Send a first reading',
    tryText:
      'On a computer with Node.js this sends one reading. If the server has another address, change what follows -h.',
    kept: 'I have stored it',
    enrolment: 'New enrolment secret',
    enrolmentText:
      'This makes a new enrolment secret for “{{name}}”. Devices that are not registered yet connect with it and appear among the unregistered ones. The previous one stops working at once.',
    enrolmentNote: 'Put a code of its own for each device in place of {{code}}.',
    all: 'All secrets',
  },
  replacement: {
    action: 'Replace device',
    replace: 'Replace',
    text: 'Another device takes the place of the device of “{{name}}” ({{code}}). It connects with a new code and secret, and the history goes on. The present device is disconnected at once. IP address, hardware and software version and operating time are removed.',
  },
  handOver: {
    opened:
      'The device of “{{name}}” receives its own secret over its connection; there is no need to visit it. Until it uses that secret, for 7 days at most, it can connect with the enrolment secret too.',
    bulk_one:
      '{{count, number}} device receives its own secret over its connection. The column “Secret hand-over” of the meters shows the progress.',
    bulk_other:
      '{{count, number}} devices receive their own secrets over their connections. The column “Secret hand-over” of the meters shows the progress.',
    reopen: {
      action: 'Hand over secret again',
      confirm: 'Hand over',
      text: 'If the device of “{{name}}” is connected with the enrolment secret now, it receives a new secret. Otherwise it receives one when it connects from the address of its enrolment within 7 days.',
    },
    end: {
      action: 'End secret hand-over',
      confirm: 'End',
      text: 'The device of “{{name}}” can no longer connect with the enrolment secret, and such a connection ends at once. If it has not used its own secret yet, someone has to enter one at the device.',
    },
  },
  registration: {
    action: 'Register',
    title: 'Register as a meter',
    bulkTitle: 'Register several',
    text: 'Code {{code}}, connected from {{ip}}. The waiting readings become the history of this meter.',
    noIp: 'an unknown address',
    waiting: 'Waiting readings',
    waitingText_one: 'The newest one, {{from}} to {{to}}',
    waitingText_other: 'The newest {{count, number}}, {{from}} to {{to}}',
    odd_one: '{{count, number}} reading with an implausible time is not drawn.',
    odd_other: '{{count, number}} readings with an implausible time are not drawn.',
    none: 'It has sent no readings yet. Sensors can be added after it is registered.',
    sensorOf: 'Register {{name}} as a sensor',
    sensorName: 'Name of sensor {{name}}',
    similarName: 'This organization has a meter with that name: {{names}}',
    similarSerial: 'This organization has a meter with that serial number: {{names}}',
    similarIp:
      'This organization has a meter at that IP address: {{names}}. If this one replaces it, please check it first.',
    bulkText_one:
      'Registers {{count, number}} device. Its code becomes its name; sensors and interval come from the waiting readings.',
    bulkText_other:
      'Registers {{count, number}} devices in one department. Codes become names; sensors and intervals come from the waiting readings.',
    oneOrganization: 'Only devices of one organization can be registered together. Please change the selection.',
    progress: '{{done}} of {{total}}',
    done_one: '{{count, number}} device was registered.',
    done_other: '{{count, number}} devices were registered.',
    failed_one: '{{count, number}} device could not be registered.',
    failed_other: '{{count, number}} devices could not be registered.',
    ownSecret: 'From now on this device can connect with this secret only.',
  },
  rejection: {
    action: 'Reject',
    title: 'Reject unregistered devices',
    text_one:
      'Removes {{count, number}} device from the list and discards {{waiting, number}} waiting readings. It comes back when it connects again; block it to keep it out.',
    text_other:
      'Removes {{count, number}} devices from the list and discards {{waiting, number}} waiting readings. They come back when they connect again; block them to keep them out.',
    done_one: '{{count, number}} device was removed from the list.',
    done_other: '{{count, number}} devices were removed from the list.',
    failed_one:
      '{{count, number}} device could not be removed. Someone else may have changed it; please check the list.',
    failed_other:
      '{{count, number}} devices could not be removed. Someone else may have changed them; please check the list.',
  },
  quality: {
    allow: 'Allow for 7 days',
    allowText:
      'Readings of this meter that are more than 7 days older than its last are taken for 7 days. Those that wait enter the history at once, and files say so.',
    allowedUntil: 'Old readings are taken until {{time}}',
    endAllowed: 'Stop allowing',
    backfilled_one: 'Day with readings that were added later: {{from}}',
    backfilled_other: 'Days with readings that were added later: {{from}} – {{to}} ({{count, number}} days)',
    action: 'Data quality',
    title: 'Data quality',
    lastSeen: 'Last reading',
    never: 'No reading yet',
    interval: 'Interval',
    seconds: '{{count, number}} s',
    status: 'Device status',
    ONLINE: 'Connected',
    OFFLINE: 'Disconnected',
    unsaid: 'Not reported yet',
    unused: 'This meter is not in use. Its readings are not stored.',
    silent: 'No value for three intervals. Please check power, network and secret of the device.',
    fine: 'Values arrive in time.',
    days: 'Completeness by day',
    daysText: 'The last 14 days in the time zone {{zone}}: received readings as a share of those expected.',
    frames: '{{frames, number}} / {{expected, number}}',
    notYet: 'Not yet',
    lowDays:
      'On days with few readings please check power and network of the device. If its real interval differs, change the interval of the meter.',
    rejections: 'Rejected values',
    noRejections: 'No values were rejected.',
    key: 'Key',
    reason: 'Why, and what to do',
    count: 'Times',
    last: 'Last',
    sample: 'Sent content',
    whole: 'The whole message',
    clock: "The device's clock",
    clockFine: 'The clock is right.',
    clockText:
      'The clock of the device is wrong. Please turn on its time synchronization (NTP) and check its time zone. Frames without a time count as measured when they arrive.',
    measured: 'Time according to the device',
    received: 'Arrived',
    unreadable: 'Unreadable',
    waiting: 'Waiting readings',
    noWaiting: 'No readings are waiting.',
    waitingText: 'Old readings are kept for 400 days, others for 7 days.',
    why: {
      NOT_A_NUMBER: { what: 'A value that is not a number', todo: 'Let the device send numbers without quotes.' },
      UNKNOWN_TYPE: { what: 'An unknown sensor type', todo: 'Use keys such as PM10 or CO2:2.' },
      UNKNOWN_UNIT: { what: 'An unknown unit', todo: 'Let the device use a unit of the device protocol.' },
      OUT_OF_RANGE: {
        what: 'A value out of range',
        todo: 'The sensor may be broken, or its unit set wrongly. Please check it.',
      },
      REPEATED_KEY: { what: 'A key twice in one message', todo: 'The firmware should send each key once.' },
      CONFLICT: {
        what: 'Another value for the same time',
        todo: 'The first was kept. Does another device use the same code?',
      },
      TOO_MANY: { what: 'Too many values in one message', todo: 'Split the message.' },
      NOT_JSON: { what: 'A message that is not JSON', todo: 'Please check the format that the device sends.' },
      TOO_DEEP: { what: 'JSON that is nested too deeply', todo: 'Please check the format that the device sends.' },
      NOT_A_FRAME: { what: 'Not a frame of readings', todo: 'The message needs `readings`.' },
      BAD_TIME: { what: 'An unreadable time', todo: 'Send times as ISO 8601 or in milliseconds.' },
      TOO_OLD: {
        what: 'Older than the retention period',
        todo: "Check the organization's retention and the device's clock.",
      },
      REFUSED: {
        what: 'A message that was refused',
        todo: 'The meter is not in use, its code is blocked, or its value cannot be stored.',
      },
      THROTTLED: { what: 'Sent too often', todo: 'A device may send 10 messages a second. Make its interval longer.' },
      QUARANTINE_FULL: { what: 'Too many waiting readings', todo: 'Register the device, or set its clock.' },
      UNKNOWN_PURIFIER: {
        what: 'A purifier number that is not registered',
        todo: 'Register that number under Purifiers.',
      },
      UNKNOWN_SENSOR: {
        what: 'An error of a sensor that is not registered',
        todo: 'Register that sensor under Localization sensors.',
      },
      UNKNOWN_CODE: {
        what: 'An error code that is not in the catalogue',
        todo: 'Add the code under Master error grades, or correct it in the device.',
      },
      NOT_SUPPORTED: {
        what: 'A kind of message that is not supported',
        todo: 'Nothing to do. Turn it off in the device if you like.',
      },
      FAILED: { what: 'A message that could not be handled', todo: 'If it goes on, please contact the administrator.' },
      UNREGISTERED: {
        what: 'Readings that waited for registration',
        todo: 'They join the history after registration.',
      },
      FUTURE: { what: 'Readings from the future', todo: 'The clock is more than 5 minutes fast.' },
      OLD: {
        what: 'Readings more than 7 days older than the last',
        todo: 'They enter the history when an administrator allows it.',
      },
      BEFORE_2020: { what: 'Readings from before 2020', todo: 'The clock was reset.' },
    },
  },
};
