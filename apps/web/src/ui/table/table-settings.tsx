import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import type { TableColumn } from './table-column.ts';
import type { TablePreferences } from './table-preferences.ts';

interface TableSettingsProps<Row> {
  columns: readonly TableColumn<Row>[];
  preferences: TablePreferences;
  onChange: (change: Partial<TablePreferences>) => void;
}

/** Settings of the visible columns and the density of rows. */
export function TableSettings<Row>({ columns, preferences, onChange }: TableSettingsProps<Row>) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { hidden, density } = preferences;
  const toggle = (id: string) =>
    onChange({ hidden: hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id] });
  return (
    <>
      <Tooltip title={t('common.table.settings')}>
        <IconButton
          aria-label={t('common.table.settings')}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="columns" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <ListSubheader>{t('common.table.columns')}</ListSubheader>
        {columns
          .filter(({ primary }) => primary !== true)
          .map(({ id, header }) => (
            <MenuItem
              key={id}
              role="menuitemcheckbox"
              aria-checked={!hidden.includes(id)}
              dense
              onClick={() => toggle(id)}
            >
              <Checkbox checked={!hidden.includes(id)} tabIndex={-1} size="small" sx={{ p: 0 }} />
              {header}
            </MenuItem>
          ))}
        <Divider />
        <ListSubheader>{t('common.table.density')}</ListSubheader>
        {(['comfortable', 'compact'] as const).map((each) => (
          <MenuItem
            key={each}
            role="menuitemradio"
            aria-checked={density === each}
            dense
            onClick={() => onChange({ density: each })}
          >
            <Radio checked={density === each} tabIndex={-1} size="small" sx={{ p: 0 }} />
            {t(`common.table.${each}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
