import type { ControllerView } from '@airdeck/contract/purifier/schema';
import { localDay } from '@airdeck/domain/calendar';
import type { Controller } from '@airdeck/domain/control/controller';
import { useTranslation } from 'react-i18next';
import { formatDate, viewerZone } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './controller-line.module.css';

const ICON: Readonly<Record<Controller, IconName>> = {
  AUTO_MODE: 'gauge',
  DEVICE: 'refresh',
  TIMETABLE: 'calendar',
  PERSON: 'user',
  ON_SITE: 'sliders',
  UNKNOWN: 'offline',
};

/** What controls a purifier, in words: `kim 님이 조작 · 15:00까지`. */
export function useControllerText(): (controller: ControllerView, timeZone?: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ by, name, until }, timeZone = viewerZone()) => {
    const text = (): string => {
      if (by === 'PERSON')
        return name === null ? t('purifier.controller.byHand') : t('purifier.controller.person', { name });
      if (by === 'TIMETABLE' && name !== null) return t('purifier.controller.timetable', { name });
      return t(`purifier.controller.${by}`);
    };
    if (until === null) return text();
    const isToday = localDay(Date.parse(until), timeZone) === localDay(Date.now(), timeZone);
    const time = formatDate(until, isToday ? 'hourMinute' : 'minute', { language, timeZone });
    return t('purifier.controller.until', { by: text(), time });
  };
}

interface ControllerLineProps {
  controller: ControllerView;
  /** Zone of the times; default: the viewer's. */
  timeZone?: string;
}

/** What controls a purifier now as icon and words; the title explains it. */
export function ControllerLine({ controller, timeZone }: ControllerLineProps) {
  const { t } = useTranslation();
  const textOf = useControllerText();
  return (
    <span className={styles.line} title={t(`purifier.controller.help.${controller.by}`)}>
      <Icon name={ICON[controller.by]} size={15} />
      <span>{textOf(controller, timeZone)}</span>
    </span>
  );
}
