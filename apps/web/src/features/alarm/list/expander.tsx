import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { belowCount, type Line } from '../model/line.ts';
import { MAX_BELOW } from '../model/queries.ts';
import { shortPlace } from '../model/texts.ts';
import styles from './list.module.css';

interface ExpanderProps {
  line: Line;
  onToggle: (line: Line) => void;
}

/** Whether a group is so large that it has a list of its own. */
export const isLarge = ({ group }: Line): boolean => group !== null && group.count > MAX_BELOW;

/** The number of alarms below a line, and a button that shows them. */
export function Expander({ line, onToggle }: ExpanderProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = belowCount(line);
  if (count === 0) return null;
  const large = isLarge(line);
  const place = shortPlace(line, t);
  const label = large ? t('alarm.group.all', { count, place }) : t('alarm.group.below', { count, place });
  return (
    <button
      type="button"
      className={styles.expander}
      aria-label={label}
      title={label}
      aria-expanded={large ? undefined : line.isOpen}
      onClick={(event) => {
        // The row would open its panel.
        event.stopPropagation();
        onToggle(line);
      }}
    >
      <span className="num">{formatNumber(count, 0, language)}</span>
      <Icon name={large ? 'arrowRight' : line.isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
    </button>
  );
}
