import type { MonthlyReport, WorstRoom } from '@airdeck/contract/report/monthly';
import { isLowRoom, type ToDo, toDoOf, trendOf } from '@airdeck/contract/report/to-do';
import type { Language } from '@airdeck/contract/user/schema';
import { sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { shownShare } from '@airdeck/domain/share';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../lib/format/number.ts';

export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** A share; one below 1 is never written as 100 %. */
export function percentText(share: number | null, language: Language): string {
  if (share === null) return '–';
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(shownShare(share) * 100)} %`;
}

/** The hour of the week: `Tuesdays at 14:00`. */
export function whenText(t: TFunction, { weekday, hour }: NonNullable<WorstRoom['when']>): string {
  const weekdays = t('airReport.monthly.weekdays', { returnObjects: true });
  return t('airReport.monthly.weekHour', { weekday: weekdays[weekday] ?? '', hour });
}

/** Tasks after the month, a line each. */
export function toDoLines(t: TFunction, report: MonthlyReport): string[] {
  const lineOf = (each: ToDo): string => {
    switch (each.kind) {
      case 'VISITS':
        return t('airReport.monthly.visitsToDo', { count: each.count });
      case 'FILTERS':
        return t('airReport.monthly.filtersToDo', { count: each.count });
      case 'ROOM':
        return roomLine(t, report, each.room);
    }
  };
  const lines = toDoOf(report).map(lineOf);
  return lines.length === 0 && report.verdict !== 'NO_DATA' ? [t('airReport.monthly.nothingToDo')] : lines;
}

function roomLine(t: TFunction, report: MonthlyReport, room: WorstRoom): string {
  const values = {
    room: room.name,
    type: t(`grade.sensorLong.${sensorPhraseKey(room.type)}`),
    act: t(`airReport.monthly.act.${room.act}`),
  };
  if (room.when === null) return t('airReport.monthly.roomAlways', values);
  const when = whenText(t, room.when);
  return isLowRoom(report, room)
    ? t('airReport.monthly.roomLow', { ...values, when })
    : t('airReport.monthly.room', { ...values, when });
}

/** The index against the month before and the same month a year ago. */
export function trendLines(t: TFunction, { trend: [now, month, year] }: MonthlyReport, language: Language): string[] {
  const known = [
    { key: 'month', earlier: month.index },
    { key: 'year', earlier: year.index },
  ] as const;
  const lines = known.flatMap(({ key, earlier }) =>
    earlier === null
      ? []
      : `${t(`airReport.monthly.trend.${key}`, { index: formatNumber(earlier, 0, language) })} (${t(
          `airReport.monthly.trend.${trendOf(now.index, earlier)}`,
        )})`,
  );
  return lines.length === 0 ? [t('airReport.monthly.trend.unknown')] : lines;
}
