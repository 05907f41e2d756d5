import type { AppliedRule } from '@airdeck/contract/limit/compliance';
import type { MonthlyReport } from '@airdeck/contract/report/monthly';
import { refusedRooms } from '@airdeck/contract/report/room-air';
import { type ToDo, toDoOf, trendOf } from '@airdeck/contract/report/to-do';
import type { YearlySheet } from '@airdeck/contract/report/yearly';
import type { Language } from '@airdeck/contract/user/schema';
import { inLimitUnit } from '@airdeck/domain/limit/rule';
import { SENSOR_TYPE_INFO, type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { shownShare } from '@airdeck/domain/share';
import { type Texts, textsOf } from '../../export/texts.ts';

type Values = Readonly<Record<string, string | number>>;

/** The words of reports in one language. */
export class Words {
  readonly texts: Texts;
  readonly language: Language;
  readonly #number: Intl.NumberFormat;

  constructor(language: Language) {
    this.language = language;
    this.texts = textsOf(language);
    this.#number = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  }

  /** Inserts values into `{{name}}` and `{{name, number}}`. */
  fill(text: string, values: Values): string {
    return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? this.number(value) : value;
    });
  }

  /** A counted text: its form for one, where the language has one, or its other form. */
  counted(texts: Readonly<Record<string, unknown>>, key: string, count: number): string {
    const one = count === 1 ? texts[`${key}_one`] : undefined;
    return this.fill(String(one ?? texts[`${key}_other`]), { count });
  }

  number(value: number, digits = 3): string {
    return digits === 3
      ? this.#number.format(value)
      : value.toLocaleString(this.language, { maximumFractionDigits: digits });
  }

  /** `97.5 %`; a share below one is never written as 100 %. */
  percent(share: number | null): string {
    return share === null ? '–' : `${this.number(shownShare(share) * 100, 1)} %`;
  }

  /** A mean in the unit of its type, with the digits of a reading. */
  value(type: SensorType, value: number | null): string {
    if (value === null) return '–';
    return this.number(value, SENSOR_TYPE_INFO[type].digits > 2 ? 3 : 1);
  }

  /** A mean in the unit of its limit. */
  valueOf({ type, unit }: Pick<AppliedRule, 'type' | 'unit'>, value: number | null): string {
    const isOwn = unit === SENSOR_TYPE_INFO[type].unit;
    return isOwn || value === null ? this.value(type, value) : this.number(inLimitUnit(type, value, unit), 1);
  }

  sensor(type: SensorType): string {
    return this.texts.grade.sensorLong[sensorPhraseKey(type)];
  }

  /** Narrow enough for a column. */
  sensorShort(type: SensorType): string {
    return this.texts.grade.sensor[sensorPhraseKey(type)];
  }

  month(month: string): string {
    const format = new Intl.DateTimeFormat(this.language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
    return format.format(new Date(`${month}-01T00:00:00Z`));
  }

  yearlyTitle({ year }: Pick<YearlySheet, 'year'>): string {
    return this.fill(this.texts.airReport.yearly.title, { year: String(year) });
  }

  packName({ code, name }: { code: string; name: string | null }): string {
    return name ?? (this.texts.compliance.packs as Readonly<Record<string, string>>)[code] ?? code;
  }

  /** Who stands behind a pack, in the language where it is known. */
  authority({ code, authority }: { code: string; authority: string }): string {
    return (this.texts.compliance.authorities as Readonly<Record<string, string>>)[code] ?? authority;
  }

  /** `PM2.5 ≤ 50 µg/m³` */
  limit({ type, direction, value, unit, basis }: AppliedRule): string {
    const { compliance, grade } = this.texts;
    const limit = `${grade.sensor[sensorPhraseKey(type)]} ${compliance.symbol[direction]} ${this.number(value)} ${unit}`;
    return basis === 'ABOVE_OUTDOORS' ? `${limit} (${compliance.aboveOutdoors})` : limit;
  }

  weekHour({ weekday, hour }: { weekday: number; hour: number }): string {
    const { weekHour, weekdays } = this.texts.airReport.monthly;
    return this.fill(weekHour, { weekday: weekdays[weekday] ?? '', hour: String(hour) });
  }

  sentence({ verdict, month }: MonthlyReport): string {
    return this.fill(this.texts.airReport.monthly.sentence[verdict], { month: this.month(month) });
  }

  /** Tasks after the month, a line each. */
  toDo(report: MonthlyReport): string[] {
    const { monthly } = this.texts.airReport;
    const lines = toDoOf(report).map((each) => this.#toDoLine(each));
    return lines.length === 0 && report.verdict !== 'NO_DATA' ? [monthly.nothingToDo] : lines;
  }

  #toDoLine(each: ToDo): string {
    const { monthly } = this.texts.airReport;
    switch (each.kind) {
      case 'VISITS':
        return this.counted(monthly, 'visitsToDo', each.count);
      case 'FILTERS':
        return this.counted(monthly, 'filtersToDo', each.count);
      case 'ROOM': {
        const { room, isLow } = each;
        const values = { room: room.name, type: this.sensor(room.type), act: monthly.act[room.act] };
        if (room.when === null) return this.fill(monthly.roomAlways, values);
        return this.fill(isLow ? monthly.roomLow : monthly.room, { ...values, when: this.weekHour(room.when) });
      }
    }
  }

  /** Air changes an hour; of a range the lowest and the highest. */
  rate(...rates: readonly number[]): string {
    const one = new Intl.NumberFormat(this.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return rates.map((rate) => one.format(rate)).join(this.language === 'ko' ? '~' : '–');
  }

  /** Rooms without air changes, a line for each reason. */
  refused(report: MonthlyReport): string[] {
    const { airReport, ventilation } = this.texts;
    return refusedRooms(report).map(({ refused, names, more }) => {
      const rooms = [...names, ...(more > 0 ? [this.counted(airReport.monthly, 'moreRooms', more)] : [])].join(', ');
      return this.fill(airReport.monthly.refused, { reason: ventilation.refused[refused], rooms });
    });
  }

  /** `46, last month 52 (better)` */
  trend({ trend: [now, before, yearBefore] }: MonthlyReport): string[] {
    const { trend } = this.texts.airReport.monthly;
    const line = (text: string, then: number | null) => {
      const words = trend[trendOf(now.index, then)];
      return then === null ? null : `${this.fill(text, { index: this.number(then, 0) })} (${words})`;
    };
    const lines = [line(trend.month, before.index), line(trend.year, yearBefore.index)].filter((each) => each !== null);
    return lines.length === 0 ? [trend.unknown] : lines;
  }
}
