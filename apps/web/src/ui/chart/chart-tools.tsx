import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useSnackbar } from 'notistack';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { Icon } from '../icon.tsx';
import styles from './chart.module.css';
import type { ChartPainter } from './image/painter.ts';
import { type ChartState, useZoomed, visibleRange } from './interaction/chart-state.ts';

interface ChartToolsProps {
  label: string;
  place: string | undefined;
  state: ChartState;
  painter: RefObject<ChartPainter | null>;
}

/** A way back to the whole, and a picture of the visible range. */
export function ChartTools({ label, place, state, painter }: ChartToolsProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const zoomed = useZoomed(state);
  const save = async () => {
    try {
      const period = state.drawing.rangeText(visibleRange(state));
      const [title, subtitle] = place === undefined ? [label, period] : [place, `${label} · ${period}`];
      const blob = await painter.current?.picture(title, subtitle);
      if (blob !== undefined) saveFile(blob, pictureName(place === undefined ? label : `${place} ${label}`, period));
    } catch {
      enqueueSnackbar(t('chart.pictureFailed'), { variant: 'error' });
    }
  };
  return (
    <div className={styles.tools}>
      {zoomed ? (
        <Button onClick={() => state.visible.set(null)} startIcon={<Icon name="refresh" size={16} />}>
          {t('common.chart.reset')}
        </Button>
      ) : null}
      <Tooltip title={t('chart.picture')}>
        <IconButton aria-label={t('chart.picture')} onClick={() => void save()}>
          <Icon name="download" size={18} />
        </IconButton>
      </Tooltip>
    </div>
  );
}

/** Letters of a picture's title in its name. The period is never cut off. */
const MAX_TITLE = 90;

/** File name of a picture: title and range, without characters that a file system refuses. */
export function pictureName(title: string, period: string): string {
  const plain = (text: string) =>
    text
      .replaceAll('/', '-')
      .replaceAll(/[\\:*?"<>|\p{Cc}]/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return `${plain(title).slice(0, MAX_TITLE).trim()} ${plain(period)}.png`;
}
