import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import type { RowData } from '@tanstack/react-table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../icon.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import styles from './table.module.css';
import { boundedWidth, type KeptPreferences } from './table-preferences.ts';
import type { TableModel } from './use-table-model.ts';

/** Initial width of a column without its own. */
const USUAL_WIDTH = 160;
const WIDTH_STEP = 24;

interface TableSettingsProps<Row extends RowData> {
  model: TableModel<Row>;
  kept: KeptPreferences;
}

/** Choice and order of columns, density of rows, and the reset to the defaults. */
export function TableSettings<Row extends RowData>({ model, kept }: TableSettingsProps<Row>) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={t('common.table.settings')}>
        <IconButton
          aria-label={t('common.table.settings')}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="columns" />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('common.table.settings') } }}
      >
        <Settings model={model} kept={kept} />
      </Popover>
    </>
  );
}

/** Rendered only while it is open. */
function Settings<Row extends RowData>({ model, kept }: TableSettingsProps<Row>) {
  const { t } = useTranslation();
  const { preferences, change: onChange, isChanged, reset } = kept;
  const { table, columns } = model;
  const { hidden, density } = preferences;
  const toggle = (id: string) => table.getColumn(id)?.toggleVisibility();
  const move = (id: string, by: 1 | -1) => table.setColumnOrder((ids) => movedBy(ids, id, by));
  const widen = (id: string, by: number) =>
    table.setColumnSizing((widths) => ({ ...widths, [id]: boundedWidth((widths[id] ?? USUAL_WIDTH) + by) }));
  return (
    <div className={styles.settings}>
      <div>
        <h3>{t('common.table.columns')}</h3>
        <Button size="small" disabled={!isChanged} onClick={reset}>
          {t('screen.table.reset')}
        </Button>
      </div>
      <SegmentedControl
        label={t('common.table.density')}
        value={density}
        options={(['comfortable', 'compact'] as const).map((value) => ({
          value,
          label: t(`common.table.${value}`),
        }))}
        onChange={(next) => onChange({ density: next })}
      />
      <ul>
        {columns.map(({ id, header, primary = false }, i) => (
          <li key={id}>
            <FormControlLabel
              disabled={primary}
              control={<Checkbox size="small" checked={primary || !hidden.includes(id)} onChange={() => toggle(id)} />}
              label={header}
            />
            <MoveButton
              icon="minus"
              label={t('screen.table.narrower', { column: header })}
              onClick={() => widen(id, -WIDTH_STEP)}
            />
            <MoveButton
              icon="plus"
              label={t('screen.table.wider', { column: header })}
              onClick={() => widen(id, WIDTH_STEP)}
            />
            <MoveButton
              icon="chevronUp"
              label={t('screen.table.earlier', { column: header })}
              disabled={i === 0}
              onClick={() => move(id, -1)}
            />
            <MoveButton
              icon="chevronDown"
              label={t('screen.table.later', { column: header })}
              disabled={i === columns.length - 1}
              onClick={() => move(id, 1)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The ids with one of them a place further, or back. */
const movedBy = (ids: readonly string[], id: string, by: 1 | -1): string[] => {
  const from = ids.indexOf(id);
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, from + by), id, ...others.slice(from + by)];
};

interface MoveButtonProps {
  icon: IconName;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

function MoveButton({ icon, label, disabled = false, onClick }: MoveButtonProps) {
  return (
    <IconButton size="small" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={icon} size={17} />
    </IconButton>
  );
}
