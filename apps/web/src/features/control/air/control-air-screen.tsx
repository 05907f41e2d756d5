import { MAX_TARGETS } from '@airdeck/contract/control/routes';
import type { ControlTarget } from '@airdeck/contract/control/schema';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../lib/url/search-fields.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Card } from '../../../ui/card/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { PanelAside, PanelSplit, useRoomBeside } from '../../../ui/panel/side-panel.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { FrozenList } from '../../../ui/table/frozen-list.tsx';
import { pageEnds, useFrozenRows } from '../../../ui/table/use-frozen-rows.ts';
import { chosenQuery, listMatching, targetsQuery } from '../model/queries.ts';
import { airSearch } from '../model/search.ts';
import { withReport } from '../model/targets.ts';
import { useReports } from '../model/use-control-live.ts';
import { CommandPanel } from './command-panel.tsx';
import styles from './list.module.css';
import panelStyles from './panel.module.css';
import { TargetTable } from './target-table.tsx';
import { type Sending, useSending } from './use-sending.tsx';

const NOTHING: ReadonlyMap<string, ControlTarget> = new Map();
const keyed = (targets: readonly ControlTarget[]): ReadonlyMap<string, ControlTarget> =>
  new Map(targets.map((target) => [String(target.id), target]));

/** Purifiers as they are, and commands to those that are chosen. */
export function ControlAirScreen() {
  const { t } = useTranslation();
  const beside = useRoomBeside();
  const [search, change] = useAddress(airSearch);
  const query = useQuery(targetsQuery(search));
  const reports = useReports();
  const [chosen, setChosen] = useState(NOTHING);
  const { sending, dialog } = useSending();
  const [isOpen, setOpen] = useState(false);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const { purifierId: _, ...question } = search;
  // During a selection or a pending command, rows keep their order.
  const held = chosen.size > 0 || sending.batch !== null;
  const frozen = useFrozenRows(data?.content, isPlaceholderData ? null : JSON.stringify(question), {
    held,
    ...pageEnds(search, data?.totalElements ?? 0),
  });
  const read = useQuery(chosenQuery([...chosen.values()].map(({ id }) => id))).data;
  const rows = useMemo(() => {
    const known = new Map(read?.map((target) => [target.id, target]));
    return frozen.rows?.map((row) => withReport({ ...row, ...known.get(row.id) }, reports.get(row.id)));
  }, [frozen.rows, reports, read]);
  useNamed(search.purifierId, rows, (target) => setChosen(keyed([target])));
  const choose = (next: ReadonlyMap<string, ControlTarget>) => {
    setChosen(next);
    if (search.purifierId !== undefined) change({ purifierId: undefined });
  };
  // Selected purifiers as in the list now; those of other pages with the reports since then.
  const shown = useMemo(() => new Map((rows ?? []).map((row) => [String(row.id), row])), [rows]);
  const targets = [...chosen].map(
    ([id, target]) =>
      shown.get(id) ?? withReport(read?.find((each) => each.id === target.id) ?? target, reports.get(target.id)),
  );
  const all = useMutation({
    mutationFn: () => listMatching(search),
    onSuccess: (matching) => choose(keyed(matching)),
  });
  const total = data?.totalElements ?? 0;
  const most = Math.min(total, MAX_TARGETS);
  const allButton =
    most > chosen.size ? (
      <Button size="small" loading={all.isPending} onClick={() => all.mutate()}>
        {t(total > MAX_TARGETS ? 'control.list.first' : 'control.list.all', { count: most })}
      </Button>
    ) : null;
  return (
    <Page>
      <PageHeader
        views={SavedViews}
        title={t('menu.item.controlAir')}
        actions={
          <Button component={Link} to="/current/control/control" size="small">
            {t('control.panel.history')}
          </Button>
        }
      />
      {error === null || data === undefined ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      {error !== null && data === undefined ? (
        <Card>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Split
          targets={targets}
          sending={sending}
          beside={beside}
          more={allButton}
          onClear={() => choose(NOTHING)}
          isOpen={isOpen}
          onOpen={setOpen}
        >
          <FrozenList frozen={frozen} text={t('common.table.news', { count: frozen.news.count })}>
            <TargetTable
              rows={rows}
              total={total}
              search={search}
              onChange={change}
              onOpen={(target) => {
                choose(keyed([target]));
                setOpen(true);
              }}
              updating={isPlaceholderData}
              selection={{
                chosen,
                onChange: choose,
                nameOf: ({ meter_name, name }) => `${meter_name} ${name}`,
                actions: allButton,
                hasOwnBar: !beside,
              }}
            />
          </FrozenList>
        </Split>
      )}
      {dialog}
    </Page>
  );
}

/** Hands over the purifier that the address names, once, when the list has it. */
function useNamed(
  id: number | undefined,
  rows: readonly ControlTarget[] | undefined,
  onFound: (target: ControlTarget) => void,
): void {
  const [taken, setTaken] = useState<number>();
  if (id === undefined || id === taken) return;
  const named = rows?.find((row) => row.id === id);
  if (named === undefined) return;
  setTaken(id);
  onFound(named);
}

interface SplitProps {
  targets: readonly ControlTarget[];
  sending: Sending;
  /** Whether there is room beside the list. */
  beside: boolean;
  /** A way to choose more. */
  more: React.ReactNode;
  onClear: () => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: React.ReactNode;
}

/** The list with the panel beside it; where there is no room, a bar within reach of a thumb opens it from below. */
function Split({ targets, sending, beside, more, onClear, isOpen, onOpen, children }: SplitProps) {
  const { t } = useTranslation();
  const panel = <CommandPanel targets={targets} sending={sending} />;
  if (beside) {
    return (
      <PanelSplit open width={400}>
        <div>{children}</div>
        <PanelAside label={t('control.panel.label')}>{panel}</PanelAside>
      </PanelSplit>
    );
  }
  const hasSomething = targets.length > 0 || sending.batch !== null;
  return (
    <div className={hasSomething ? styles.underThumb : undefined}>
      {children}
      {hasSomething ? (
        <div className={styles.thumb}>
          {targets.length === 0 ? null : (
            <div className={styles.chosen}>
              <span role="status">{t('common.table.selected', { count: targets.length })}</span>
              {more}
              <Button size="small" onClick={onClear}>
                {t('control.panel.clear')}
              </Button>
            </div>
          )}
          <Button variant="contained" onClick={() => onOpen(true)} startIcon={<Icon name="sliders" size={18} />}>
            {targets.length > 0 ? t('control.panel.open') : t('control.result.label')}
          </Button>
        </div>
      ) : null}
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={() => onOpen(false)}
        slotProps={{
          paper: {
            'aria-label': t('control.panel.label'),
            role: 'dialog',
            'aria-modal': true,
            className: panelStyles.paper ?? '',
          },
        }}
      >
        <div className={panelStyles.sheet}>
          <div className={panelStyles.grip}>
            {t('control.panel.label')}
            <IconButton aria-label={t('button.close')} onClick={() => onOpen(false)}>
              <Icon name="close" />
            </IconButton>
          </div>
          {panel}
        </div>
      </Drawer>
    </div>
  );
}
