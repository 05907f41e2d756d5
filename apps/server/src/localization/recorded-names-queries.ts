import type { Language } from '@airdeck/contract/user/schema';
import sql, { raw, type Sql } from 'sql-template-tag';

export const RECORDED_NAMES = [
  'organization_name',
  'office_name',
  'department_name',
  'meter_name',
  'air_name',
] as const;
type RecordedName = (typeof RECORDED_NAMES)[number];

const ENGLISH: Readonly<Record<RecordedName, string>> = {
  organization_name: 'en_o.name_en',
  office_name: 'en_f.name_en',
  department_name: 'en_d.name_en',
  meter_name: 'en_m.name_en',
  air_name: 'en_p.name_en',
};

/** How a query reads the place names of a record. */
interface NamesInLanguage {
  /** To be added after the table of the records. */
  joins: Sql;
  /** SQL of a name in the language. */
  column: Readonly<Record<RecordedName, string>>;
}

/**
 * The place names that a record (an alarm, a command) keeps from its time, in a language. Records keep own names only: an
 * English name is that of the place which has the recorded name today. Names are unique below their parent, so that each
 * record joins one place at most. `alias` is the table or subquery that has `organization_id` and the recorded names.
 */
export const recordedNames = (alias: string, language: Language): NamesInLanguage => {
  const own = (field: RecordedName) => `${alias}.${field}`;
  const columnOf = (field: RecordedName) =>
    language === 'en' ? `coalesce(${ENGLISH[field]}, ${own(field)})` : own(field);
  return {
    joins:
      language === 'en'
        ? sql`left join organization en_o
            on en_o.id = ${raw(`${alias}.organization_id`)} and en_o.name = ${raw(own('organization_name'))}
          left join office en_f on en_f.organization_id = en_o.id and en_f.name = ${raw(own('office_name'))}
          left join department en_d on en_d.office_id = en_f.id and en_d.name = ${raw(own('department_name'))}
          left join meter en_m on en_m.department_id = en_d.id and en_m.name = ${raw(own('meter_name'))}
          left join purifier en_p on en_p.meter_id = en_m.id and en_p.name = ${raw(own('air_name'))}`
        : sql``,
    column: {
      organization_name: columnOf('organization_name'),
      office_name: columnOf('office_name'),
      department_name: columnOf('department_name'),
      meter_name: columnOf('meter_name'),
      air_name: columnOf('air_name'),
    },
  };
};
