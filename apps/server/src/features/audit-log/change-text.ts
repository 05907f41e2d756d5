import { isSilent, recordedChanges } from '@airdeck/contract/record/changes';
import type { AuditLine } from '@airdeck/contract/record/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { LAYERS } from '@airdeck/domain/retention';
import { changeWords, createRecordWords, rowOf } from '@airdeck/phrases/record-words';
import { textsOf } from '../../export/texts.ts';
import { wallClock, wallText } from '../../export/wall-clock.ts';
import type { AuditRow } from './audit-log-queries.ts';

/** Longer values are cut, so that a cell stays below the bound of Excel and readable. */
const MAX_VALUE_LENGTH = 500;
const MAX_TEXT_LENGTH = 30_000;

const cut = (text: string, max: number): string => {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
};

/** Creates the text of a record's changes, field by field, for a cell of a file. */
export const createChangeText = (language: Language, timeZone: string): ((row: AuditRow) => string) => {
  const { admin } = textsOf(language);
  const words = createRecordWords({
    ...{ language, texts: admin },
    time: (instant) => wallText(wallClock(instant, timeZone), 'minute', language),
    day: (day) => wallText(Date.parse(day), 'date', language),
  });
  const shown = (text: string) => cut(text, MAX_VALUE_LENGTH) || admin.none;
  return (row) => {
    const { kind, fields } = recordedChanges(row);
    if (kind === 'SAME') return admin.audit.nothing;
    if (kind === 'UNRECORDED') return admin.audit.unrecorded;
    const texts = fields.map((field) => {
      const { label, before, after } = changeWords(words, field, rowOf(row));
      if (kind === 'FACTS') return `${label}: ${shown(after || before)}`;
      return `${label}: ${shown(before)} → ${shown(after)}`;
    });
    return cut(texts.join('; '), MAX_TEXT_LENGTH);
  };
};

/** A row as a line of a file. */
export const auditLineOf = (row: AuditRow, textOf: (row: AuditRow) => string): AuditLine => {
  const { id, organization_id, organization_name, user_login, ip, action, entity, name } = row;
  const said = { id, organization_id, organization_name, user_login, ip, action, entity, name };
  return { ...said, time: row.time.toISOString(), changes: textOf(row) };
};

/** Labels that stand for other fields than that of their key. */
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  device_secret: ['secret'],
  retention: LAYERS,
  weekday: ['week'],
};

/** The fields whose label contains a text, in the language of the reader. */
export const fieldsLike = (part: string | undefined, language: Language): string[] => {
  if (!part) return [];
  const { field, audit } = textsOf(language).admin;
  const wanted = part.toLowerCase();
  return Object.entries<string>({ ...field, ...audit.field })
    .filter(([, label]) =>
      label
        .replace(/\{\{.*?\}\}/g, '')
        .toLowerCase()
        .includes(wanted),
    )
    .flatMap(([name]) => FIELDS_OF[name] ?? [name])
    .filter((name) => !isSilent(name));
};
