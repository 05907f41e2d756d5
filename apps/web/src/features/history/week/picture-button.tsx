import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/save-file.ts';
import { Icon } from '../../../ui/icon.tsx';

interface PictureButtonProps {
  /** Name of the file. */
  name: string;
  draw: () => Promise<Blob>;
}

/** Saves a picture. */
export function PictureButton({ name, draw }: PictureButtonProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const save = async () => {
    try {
      saveFile(await draw(), name);
    } catch {
      enqueueSnackbar(t('chart.pictureFailed'), { variant: 'error' });
    }
  };
  return (
    <Tooltip title={t('chart.picture')}>
      <IconButton aria-label={t('chart.picture')} onClick={() => void save()}>
        <Icon name="download" size={18} />
      </IconButton>
    </Tooltip>
  );
}
