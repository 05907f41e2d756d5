import type { Language } from '@airdeck/contract/user/schema';
import { alarms } from './alarms.ts';
import { auditStreams } from './audit-streams.ts';
import { common } from './common.ts';
import { control } from './control.ts';
import { devices } from './devices.ts';
import { doors } from './doors.ts';
import { limits } from './limits.ts';
import { localServers } from './local-servers.ts';
import { maintenance } from './maintenance.ts';
import { notices } from './notices.ts';
import { notifications } from './notifications.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { reports } from './reports.ts';
import { signOn } from './sign-on.ts';
import { thresholds } from './thresholds.ts';
import { wallDisplays } from './wall-displays.ts';

/** Texts of all screens of administration, both languages side by side; a line for each new file. */
const TEXTS = {
  menu: {
    ...places.menu,
    ...people.menu,
    ...thresholds.menu,
    ...devices.menu,
    ...notices.menu,
    ...localServers.menu,
    ...doors.menu,
    ...alarms.menu,
    ...notifications.menu,
    ...control.menu,
    ...wallDisplays.menu,
    ...signOn.menu,
    ...auditStreams.menu,
    ...maintenance.menu,
    ...limits.menu,
    ...reports.menu,
  },
  one: {
    ...places.one,
    ...people.one,
    ...thresholds.one,
    ...devices.one,
    ...notices.one,
    ...localServers.one,
    ...doors.one,
    ...alarms.one,
    ...notifications.one,
    ...control.one,
    ...wallDisplays.one,
    ...signOn.one,
    ...auditStreams.one,
    ...maintenance.one,
    ...limits.one,
    ...reports.one,
  },
  empty: {
    ...common.empty,
    ...people.empty,
    ...devices.empty,
    ...notices.empty,
    ...localServers.empty,
    ...doors.empty,
    ...notifications.empty,
    ...control.empty,
    ...wallDisplays.empty,
    ...signOn.empty,
    ...auditStreams.empty,
    ...maintenance.empty,
    ...limits.empty,
    ...reports.empty,
  },
  note: {
    ...people.note,
    ...localServers.note,
    ...doors.note,
    ...alarms.note,
    ...notifications.note,
    ...control.note,
    ...wallDisplays.note,
    ...signOn.note,
    ...auditStreams.note,
    ...maintenance.note,
    ...limits.note,
    ...reports.note,
  },
  entity: {
    ...common.entity,
    ...places.entity,
    ...people.entity,
    ...thresholds.entity,
    ...devices.entity,
    ...notices.entity,
    ...localServers.entity,
    ...doors.entity,
    ...alarms.entity,
    ...notifications.entity,
    ...control.entity,
    ...wallDisplays.entity,
    ...signOn.entity,
    ...auditStreams.entity,
    ...maintenance.entity,
    ...limits.entity,
    ...reports.entity,
  },
  field: {
    ...common.field,
    ...places.field,
    ...people.field,
    ...thresholds.field,
    ...devices.field,
    ...notices.field,
    ...localServers.field,
    ...doors.field,
    ...alarms.field,
    ...notifications.field,
    ...control.field,
    ...wallDisplays.field,
    ...signOn.field,
    ...auditStreams.field,
    ...maintenance.field,
    ...limits.field,
    ...reports.field,
  },
  hint: {
    ...common.hint,
    ...places.hint,
    ...people.hint,
    ...thresholds.hint,
    ...devices.hint,
    ...notices.hint,
    ...localServers.hint,
    ...doors.hint,
    ...alarms.hint,
    ...notifications.hint,
    ...control.hint,
    ...wallDisplays.hint,
    ...signOn.hint,
    ...auditStreams.hint,
    ...maintenance.hint,
    ...limits.hint,
    ...reports.hint,
  },
};
type Texts = typeof TEXTS;

/** The texts of a part in one language. */
export const screenTexts = <Part extends keyof Texts>(
  part: Part,
  language: Language,
): Record<keyof Texts[Part], string> =>
  Object.fromEntries(
    Object.entries<Readonly<Record<Language, string>>>(TEXTS[part]).map(([key, texts]) => [key, texts[language]]),
  ) as Record<keyof Texts[Part], string>;
