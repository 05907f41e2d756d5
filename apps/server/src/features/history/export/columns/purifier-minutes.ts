import { type PurifierMinutes, SHOWN_WORK_MODES } from '@airdeck/contract/history/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import type { Column } from '../column.ts';
import type { Texts } from '../texts.ts';
import { bucketColumn, numberColumn, offsetColumn, placeColumns, textColumn } from './place.ts';

export const purifierMinuteColumns = (texts: Texts, unit: BucketUnit): Column<PurifierMinutes>[] => [
  bucketColumn(texts, unit),
  ...placeColumns<PurifierMinutes>(texts),
  textColumn(texts.sheet.purifier, 18, (row) => row.purifier_name),
  ...SHOWN_WORK_MODES.map((mode) =>
    numberColumn<PurifierMinutes>(
      `${texts.monitoring.purifier.mode[mode]} (${texts.sheet.minutes})`,
      2,
      (row) => row.minutes[mode],
    ),
  ),
  numberColumn(texts.sheet.unknownMinutes, 2, (row) => row.unknown),
  offsetColumn(texts, (row) => row.start),
];
