import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useSnackbar } from 'notistack';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/api/save-file.ts';
import { Icon } from '../icon.tsx';
import styles from './chart.module.css';
import type { Painter } from './painter.ts';
import { pictureName } from './picture-name.ts';
import { type Surface, useZoomed, viewOf } from './surface.ts';

interface ChartToolsProps {
  label: string;
  surface: Surface;
  painter: RefObject<Painter | null>;
}

/** Back to all of it, and a picture of what is in sight. */
export function ChartTools({ label, surface, painter }: ChartToolsProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const zoomed = useZoomed(surface);
  const save = async () => {
    try {
      const blob = await painter.current?.picture(label);
      if (blob !== undefined) saveFile(blob, pictureName(label, surface.drawing.periodText(viewOf(surface))));
    } catch {
      enqueueSnackbar(t('chart.pictureFailed'), { variant: 'error' });
    }
  };
  return (
    <div className={styles.tools}>
      {zoomed ? (
        <Button onClick={() => surface.view.set(null)} startIcon={<Icon name="refresh" size={16} />}>
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
