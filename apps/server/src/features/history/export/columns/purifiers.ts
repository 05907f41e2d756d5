import type { PurifierMinutes, PurifierSpan } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import type { Column } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import { numbered } from '../texts.ts';
import {
  bucketColumn,
  markedName,
  numberColumn,
  offsetColumn,
  placeColumns,
  textColumn,
  timeColumn,
} from './common.ts';

type Word = keyof Texts['monitoring']['purifier']['value'];
type State = PurifierSpan['state'];

const NUMBERS = [1, 2, 3];

/** Reserved times are stored as 0000 to 2359. */
const clockText = (time: string | null): string | null => time && `${time.slice(0, 2)}:${time.slice(2)}`;

const onOff = (isOn: boolean | null | undefined): Word | null =>
  typeof isOn === 'boolean' ? (isOn ? 'ON' : 'OFF') : null;

export const purifierStateColumns = (texts: Texts): Column<PurifierSpan>[] => {
  const { sheet } = texts;
  const purifier = texts.monitoring.purifier;
  const words = (header: string, of: (state: State) => Word | null): Column<PurifierSpan> =>
    textColumn(header, 14, ({ state }) => {
      const word = of(state);
      return word && purifier.value[word];
    });
  return [
    timeColumn(sheet.from, 'dateTime', (row) => row.time),
    timeColumn(sheet.to, 'dateTime', (row) => row.last_time),
    ...placeColumns<PurifierSpan>(texts, false),
    textColumn(sheet.purifier, 18, (row) => markedName(texts, row.purifier_name, row.past_state)),
    textColumn(sheet.workMode, 14, (row) => purifier.mode[row.work_mode]),
    words(purifier.power, (state) => state.power),
    words(purifier.run, (state) => state.run),
    words(purifier.control, (state) => state.control),
    words(purifier.source, (state) => state.source),
    words(purifier.fanSpeed, (state) => state.fan_speed),
    words(purifier.fanDirection, (state) => state.fan_direction),
    words(purifier.ventilation, (state) => state.ventilation),
    words(purifier.uv, (state) => onOff(state.uv)),
    words(purifier.anion, (state) => onOff(state.anion)),
    words(purifier.light, (state) => onOff(state.light)),
    ...NUMBERS.map((n) => words(numbered(purifier.fan, n), (state) => onOff(state.fans[n - 1]))),
    textColumn(sheet.reservedStart, 12, ({ state }) => clockText(state.reserved_start)),
    textColumn(sheet.reservedEnd, 12, ({ state }) => clockText(state.reserved_end)),
    numberColumn(sheet.filterPeriod, 0, ({ state }) => state.filter_period_h),
    ...NUMBERS.map((n) =>
      numberColumn<PurifierSpan>(
        `${numbered(purifier.filter, n)} (${sheet.hours})`,
        0,
        ({ state }) => state.filter_use_h[n - 1] ?? null,
      ),
    ),
    offsetColumn(texts, (row) => row.time),
  ];
};

export const purifierMinuteColumns = (texts: Texts, unit: BucketUnit): Column<PurifierMinutes>[] => [
  bucketColumn(texts, unit),
  ...placeColumns<PurifierMinutes>(texts, false),
  textColumn(texts.sheet.purifier, 18, (row) => markedName(texts, row.purifier_name, row.past_state)),
  ...SHOWN_WORK_MODES.map((mode) =>
    numberColumn<PurifierMinutes>(
      `${texts.monitoring.purifier.mode[mode]} (${texts.sheet.minutes})`,
      2,
      (row) => row.minutes[mode],
      { summary: ['sum'] },
    ),
  ),
  numberColumn(texts.sheet.unknownMinutes, 2, (row) => row.unknown, { summary: ['sum'] }),
  offsetColumn(texts, (row) => row.start),
];
