import Tooltip from '@mui/material/Tooltip';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkKey } from '../../../ui/chart/chart-legend.tsx';
import { MAX_SERIES } from '../../../ui/chart/model/chart-data.ts';
import { lineMark } from '../../../ui/chart/model/mark.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './graph.module.css';
import { refusalOf, type ShownSeries } from './shown-series.ts';

interface SelectableLegendProps {
  shownSeries: ShownSeries;
  nameOf: (id: number) => string;
  /** Whether each has its own colour. */
  colored: boolean;
}

/** A legend of everything that can be drawn. Up to three are checked. */
export function SelectableLegend({ shownSeries, nameOf, colored }: SelectableLegendProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choice}>
      <legend className="sr">{t('chart.legend')}</legend>
      {shownSeries.ids.map((id) => (
        <Item key={id} id={id} name={nameOf(id)} shownSeries={shownSeries} colored={colored} />
      ))}
    </fieldset>
  );
}

interface ItemProps {
  id: number;
  name: string;
  shownSeries: ShownSeries;
  colored: boolean;
}

function Item({ id, name, shownSeries: { shown, hues, toggle }, colored }: ItemProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  const refusal = refusalOf(shown, id);
  const reason = refusal === null ? '' : t(`chart.${refusal}`, { most: MAX_SERIES });
  const on = shown.includes(id);
  return (
    <>
      <Tooltip title={reason} describeChild>
        <label className={styles.item} data-refused={refusal ?? undefined}>
          {/* Not disabled: keyboards and screen readers must be able to reach the reason. */}
          <input
            type="checkbox"
            checked={on}
            aria-disabled={refusal !== null}
            aria-describedby={refusal === null ? undefined : reasonId}
            onChange={() => toggle(id)}
          />
          <span>
            <Key on={on} hue={colored ? (hues.get(id) ?? 0) : null} />
            {name}
          </span>
        </label>
      </Tooltip>
      {refusal === null ? null : (
        <span className="sr" id={reasonId}>
          {reason}
        </span>
      )}
    </>
  );
}

/** The colour of a drawn series, or an empty box. */
function Key({ on, hue }: { on: boolean; hue: number | null }) {
  if (on && hue !== null) return <MarkKey mark={lineMark(hue, 0)} />;
  return <span className={styles.box}>{on ? <Icon name="check" size={12} /> : null}</span>;
}
