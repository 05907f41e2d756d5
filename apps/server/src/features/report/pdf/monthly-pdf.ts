import type { MonthlyReport, Visit, WorstRoom } from '@airdeck/contract/report/monthly';
import { Words } from '../words.ts';
import { drawCalendar } from './calendar.ts';
import { drawMethod } from './method.ts';
import { INK, Paper, type PaperOptions } from './paper.ts';

const COLORS: Readonly<Record<MonthlyReport['verdict'], { fill: string; ink: string }>> = {
  GOOD: { fill: '#dff3e4', ink: '#0f5a2a' },
  ATTENTION: { fill: '#ffe9bf', ink: '#6f4400' },
  BAD: { fill: '#fbd5d2', ink: '#8c1d16' },
  NO_DATA: { fill: '#e9edf3', ink: '#3d475c' },
};
const PAD = 10;
const MAX_TO_DO = 5;
const MAX_ROWS = 40;

/** Verdict in words, the three numbers that matter, and what to do: enough for who reads no further. */
const drawTop = (paper: Paper, words: Words, report: MonthlyReport): void => {
  const { monthly } = words.texts.airReport;
  const { left, width } = paper;
  paper.text(`${report.organization_name} · ${report.office_name}`, { size: 10, color: INK.soft, gap: 0 });
  paper.text(words.fill(monthly.heading, { month: words.month(report.month) }), { size: 20, bold: true, gap: 8 });
  const { fill, ink } = COLORS[report.verdict];
  const badge = monthly.verdict[report.verdict];
  const sentence = words.sentence(report);
  const style = { size: 14, bold: true, color: ink };
  const badgeStyle = { ...style, size: 16 };
  const badgeWidth = paper.widthOf(badge, badgeStyle) + PAD;
  const textWidth = width - badgeWidth - 3 * PAD;
  const height = paper.heightOf(sentence, textWidth, style) + 2 * PAD;
  paper.doc.roundedRect(left, paper.y, width, height, 4).fill(fill);
  paper.at(badge, left + PAD, paper.y + PAD - 2, badgeWidth, badgeStyle);
  paper.at(sentence, left + badgeWidth + 2 * PAD, paper.y + PAD, textWidth, style);
  paper.y += height + PAD;
  drawNumbers(paper, words, report);
  const toDo = words.toDo(report).slice(0, MAX_TO_DO);
  if (toDo.length === 0) return;
  paper.heading(monthly.toDo);
  for (const line of toDo) paper.item('□', line, { size: 10.5 });
};

const drawNumbers = (paper: Paper, words: Words, report: MonthlyReport): void => {
  const { airReport, grade } = words.texts;
  const { monthly } = airReport;
  const index = report.trend[0].index;
  const tiles = [
    { label: monthly.share, value: words.percent(report.share_of_valid), below: words.packName(report.pack) },
    {
      label: monthly.index,
      value:
        index === null
          ? '–'
          : `${words.number(index, 0)}${report.grade === null ? '' : ` ${grade.rating[report.grade]}`}`,
      below: words.trend(report).join('\n'),
    },
    { label: monthly.completeness, value: words.percent(report.completeness), below: airReport.method.notice },
  ];
  const gap = 8;
  const tile = (paper.width - 2 * gap) / tiles.length;
  const inner = tile - 2 * PAD;
  const below = Math.max(...tiles.map((each) => paper.heightOf(each.below, inner, { size: 8 })));
  const height = 46 + below + PAD;
  for (const [i, { label, value, below: text }] of tiles.entries()) {
    const x = paper.left + i * (tile + gap);
    paper.doc.roundedRect(x, paper.y, tile, height, 4).lineWidth(0.8).stroke(INK.line);
    paper.at(label, x + PAD, paper.y + 6, inner, { size: 9, color: INK.soft });
    paper.at(value, x + PAD, paper.y + 18, inner, { size: 18, bold: true });
    paper.at(text, x + PAD, paper.y + 46, inner, { size: 8, color: INK.soft });
  }
  paper.y += height + 2;
};

const drawTypes = async (paper: Paper, words: Words, { types, rules }: MonthlyReport): Promise<void> => {
  const { airReport, compliance } = words.texts;
  const { monthly } = airReport;
  if (types.length === 0) return;
  paper.heading(monthly.types);
  await paper.table(
    [
      { header: monthly.type, part: 2.4 },
      { header: monthly.mean, part: 1.9, align: 'right' },
      { header: monthly.p95, part: 1.7, align: 'right' },
      { header: compliance.rule, part: 3 },
      { header: monthly.within, part: 1.4, align: 'right' },
      { header: monthly.daysOver, part: 1.3, align: 'right' },
      { header: monthly.data, part: 1.2, align: 'right' },
      { header: monthly.verdictOf, part: 2 },
    ],
    types.map((line) => {
      const rule = rules.find(({ code }) => code === line.rule);
      const inUnit = (value: number | null) => words.valueOf({ type: line.type, unit: rule?.unit ?? line.unit }, value);
      return [
        words.sensor(line.type),
        `${inUnit(line.mean)} ${rule?.unit ?? line.unit}`,
        inUnit(line.p95),
        rule === undefined ? '–' : words.limit(rule),
        words.percent(line.share_of_valid),
        line.days_over === null ? '–' : words.number(line.days_over),
        words.percent(line.completeness),
        line.verdict === null ? '–' : compliance.verdicts[line.verdict],
      ];
    }),
  );
};

const drawRooms = async (
  paper: Paper,
  words: Words,
  report: MonthlyReport,
  x: number,
  width: number,
): Promise<void> => {
  const { monthly } = words.texts.airReport;
  if (report.rooms.length === 0) {
    if (report.verdict !== 'NO_DATA') paper.y += paper.at(monthly.noRooms, x, paper.y, width, { size: 9 });
    return;
  }
  const worstLine = ({ type, worst }: WorstRoom): string[] => {
    const unit = report.types.find((line) => line.type === type)?.unit ?? '';
    return worst === null ? [] : [`${monthly.worst} ${words.value(type, worst.value)} ${unit} (${worst.day})`];
  };
  await paper.table(
    [
      { header: monthly.rooms, part: 3.2 },
      { header: monthly.failed, part: 1.5, align: 'right' },
      { header: monthly.when, part: 2 },
    ],
    report.rooms.map((room) => [
      [room.name, words.sensor(room.type), ...worstLine(room)].join('\n'),
      words.percent(room.failed),
      room.when === null ? '–' : words.weekHour(room.when),
    ]),
    x,
    width,
  );
};

/** The calendar on the left and the worst rooms beside it. */
const drawMonth = async (paper: Paper, words: Words, report: MonthlyReport): Promise<void> => {
  const { monthly } = words.texts.airReport;
  paper.need(210);
  paper.heading(monthly.calendar);
  const top = paper.y;
  const calendar = paper.width * 0.47;
  const height = drawCalendar(
    paper,
    { month: report.month, days: report.days, weekdays: monthly.weekdaysShort },
    { x: paper.left, y: top, width: calendar },
  );
  await drawRooms(paper, words, report, paper.left + calendar + 12, paper.width - calendar - 12);
  const below = paper.at(monthly.calendarText, paper.left, top + height + 2, calendar, { size: 8, color: INK.soft });
  paper.y = Math.max(paper.y, top + height + 2 + below);
};

const visitText = (words: Words, { reason, completeness, sensor_name }: Visit): string =>
  words.fill(words.texts.airReport.monthly.visit[reason], {
    percent: words.number(Math.floor((completeness ?? 0) * 100)),
    sensor: sensor_name ?? '',
  });

const drawVentilation = async (paper: Paper, words: Words, report: MonthlyReport): Promise<void> => {
  const { monthly } = words.texts.airReport;
  const { ventilation } = report;
  if (ventilation?.length === 0) return;
  paper.heading(monthly.ventilation);
  if (ventilation === null) return paper.text(monthly.tooMany, { size: 9.5 });
  const rows = ventilation
    .slice(0, MAX_ROWS)
    .flatMap(({ name, rates }) =>
      rates === null
        ? []
        : [[name, words.rate(rates.median), words.rate(rates.lowest, rates.highest), words.number(rates.count)]],
    );
  if (rows.length > 0) {
    await paper.table(
      [
        { header: words.texts.monitoring.kind.department, part: 4 },
        { header: monthly.rate, part: 2, align: 'right' },
        { header: monthly.range, part: 2, align: 'right' },
        { header: monthly.evenings, part: 2, align: 'right' },
      ],
      rows,
    );
  }
  for (const line of words.refused(report)) paper.text(line, { size: 9, gap: 2 });
};

const drawRest = async (paper: Paper, words: Words, report: MonthlyReport): Promise<void> => {
  const { monthly, yearly } = words.texts.airReport;
  const { count, acknowledged, acknowledge_min: minutes } = report.alarms;
  paper.heading(monthly.alarms);
  const alarms = minutes === null ? monthly.alarmsOnly : monthly.alarmsText;
  paper.text(words.fill(alarms, { count, acknowledged, minutes: Math.round(minutes ?? 0) }), { size: 9.5 });
  paper.heading(monthly.visits);
  if (report.visits.length === 0) paper.text(monthly.noVisits, { size: 9.5 });
  else {
    await paper.table(
      [
        { header: words.texts.monitoring.kind.department, part: 2 },
        { header: words.texts.monitoring.kind.meter, part: 2 },
        { header: monthly.reason, part: 4 },
      ],
      report.visits
        .slice(0, MAX_ROWS)
        .map((visit) => [visit.department_name, visit.meter_name, visitText(words, visit)]),
    );
  }
  if (report.purifiers.length === 0) return;
  paper.heading(monthly.purifiers);
  await paper.table(
    [
      { header: words.texts.monitoring.kind.department, part: 2 },
      { header: yearly.purifier, part: 2 },
      { header: yearly.running, part: 2, align: 'right' },
      { header: monthly.filterState, part: 3 },
    ],
    report.purifiers
      .slice(0, MAX_ROWS)
      .map(({ department_name, name, running_h, filter_days: days }) => [
        department_name,
        name,
        running_h === null ? monthly.notRunning : words.number(running_h),
        days === null
          ? monthly.filterUnknown
          : days <= 0
            ? monthly.filterDue
            : words.fill(monthly.filter, { days: Math.round(days) }),
      ]),
  );
};

/** A monthly report as a document: the first page is for who reads no more. */
export const monthlyPdf = async (
  report: MonthlyReport,
  { language, check }: Pick<PaperOptions, 'language' | 'check'>,
): Promise<Buffer> => {
  const words = new Words(language);
  const { airReport } = words.texts;
  const title = words.fill(airReport.monthly.title, { office: report.office_name });
  const paper = new Paper({
    ...{ language, check, day: report.made_on, author: report.organization_name },
    title: `${title} ${report.month}`,
  });
  drawTop(paper, words, report);
  await paper.pause();
  await drawTypes(paper, words, report);
  await drawMonth(paper, words, report);
  await paper.pause();
  paper.newPage();
  await drawVentilation(paper, words, report);
  await drawRest(paper, words, report);
  const { rules, hours_known: hoursKnown } = report;
  await drawMethod(paper, words, { rules, hoursKnown, packName: words.packName(report.pack) });
  const made = words.fill(airReport.method.madeOn, { day: report.made_on });
  return paper.finish((page, pages) => [
    `${title} · ${words.month(report.month)} · ${made}`,
    words.fill(airReport.monthly.pages, { page, pages }),
  ]);
};
