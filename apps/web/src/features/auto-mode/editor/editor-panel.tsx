import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveDialog } from '../../../ui/dialog/leave-dialog.tsx';
import { PanelHead, SidePanel, useRoomBeside } from '../../../ui/panel/side-panel.tsx';
import { LevelCell, StateChip } from '../list/cells.tsx';
import { autoModeQuery } from '../model/queries.ts';
import { modePlace } from '../model/texts.ts';
import styles from './editor.module.css';
import { OverridePart } from './override-part.tsx';
import { SettingForm } from './setting-form.tsx';
import { SyncPart } from './sync-part.tsx';

interface EditorPanelProps {
  id: number;
  /** The setting in the list. */
  known: AutoMode | undefined;
  onClose: () => void;
}

/** The automatic mode of one purifier, beside the list. */
export function EditorPanel({ id, known, onClose }: EditorPanelProps) {
  const { t } = useTranslation();
  const [isDirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { data = known, error, refetch } = useQuery(autoModeQuery(id));
  const beside = useRoomBeside();
  // A dialog asks on its own.
  const close = () => (beside && isDirty ? setLeaving(true) : onClose());
  return (
    <>
      <SidePanel label={t('autoMode.panel')} query={{ data, error, refetch }} gone={t('autoMode.gone')} onClose={close}>
        {(mode) => <Content mode={mode} onDirty={setDirty} />}
      </SidePanel>
      {leaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </>
  );
}

function Content({ mode, onDirty }: { mode: AutoMode; onDirty: (isDirty: boolean) => void }) {
  return (
    <>
      <PanelHead mark={<StateChip mode={mode} />} title={`${mode.meter_name} · ${mode.name}`} place={modePlace(mode)} />
      {mode.progress === null ? null : (
        <div className={styles.now}>
          <LevelCell mode={mode} />
          <OverridePart mode={mode} />
        </div>
      )}
      <SettingForm mode={mode} onDirty={onDirty} />
      <SyncPart mode={mode} />
    </>
  );
}
