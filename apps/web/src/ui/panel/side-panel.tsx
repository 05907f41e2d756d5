import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/failure.ts';
import { CardSkeletons } from '../card/card.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Icon } from '../icon.tsx';
import { EmptyState, ErrorPanel } from '../state/state-panels.tsx';
import { ROOMY } from '../theme/tokens.ts';
import styles from './panel.module.css';
import { usePanelFocus } from './use-panel-focus.ts';

/** Escape closes a panel, unless a dialog, menu or picker above it handles the key. */
export function useEscape(onEscape: () => void, enabled = true): void {
  const act = useEffectEvent(onEscape);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}

/** Whether there is room for a panel beside a list. */
export const useRoomBeside = (): boolean => useMediaQuery(ROOMY);

interface PanelSplitProps {
  /** Whether there is a panel. */
  open: boolean;
  /** Width of the panel, px. */
  width?: number;
  /** The list, then the panel. */
  children: React.ReactNode;
}

/** A list, and beside it the panel of the open row. */
export function PanelSplit({ open, width, children }: PanelSplitProps) {
  const style = width === undefined ? {} : ({ '--panel-width': `${width}px` } as React.CSSProperties);
  return (
    <div className={styles.split} data-open={open || undefined} style={style}>
      {children}
    </div>
  );
}

/** The panel of a `PanelSplit`. */
export function PanelAside({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <aside className={styles.panel} aria-label={label}>
      {children}
    </aside>
  );
}

/** A panel that takes the focus from the row that opened it, and gives it back. */
function FocusedAside({ label, children }: { label: string; children: React.ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  usePanelFocus(panel);
  return (
    <aside ref={panel} className={styles.panel} aria-label={label} tabIndex={-1}>
      {children}
    </aside>
  );
}

interface SidePanelProps<Row> {
  /** Its name: of the region beside a list, or the title of the dialog where there is no room. */
  label: string;
  query: { data: Row | null | undefined; error: Error | null; refetch: () => unknown };
  /** The message when the row does not exist (any more); null or RESOURCE_NOT_FOUND. */
  gone: string;
  onClose: () => void;
  /** The content, which begins with PanelHead. */
  children: (row: Row) => React.ReactNode;
}

/** One row of a list, beside it; where there is no room, above it. */
export function SidePanel<Row>({ label, query, gone, onClose, children }: SidePanelProps<Row>) {
  const { t } = useTranslation();
  const beside = useRoomBeside();
  useEscape(onClose, beside);
  const content = <Answer {...{ query, gone, children }} />;
  if (!beside) {
    return (
      <Dialog open title={label} onClose={onClose} width="sm">
        {content}
      </Dialog>
    );
  }
  return (
    <FocusedAside label={label}>
      <IconButton className={styles.close ?? ''} aria-label={t('button.close')} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
      {content}
    </FocusedAside>
  );
}

function Answer<Row>({ query, gone, children }: Pick<SidePanelProps<Row>, 'query' | 'gone' | 'children'>) {
  const { data, error, refetch } = query;
  if (data !== undefined && data !== null) return <div className={styles.content}>{children(data)}</div>;
  if (data === null || (error instanceof ApiFailure && error.code === 'RESOURCE_NOT_FOUND')) {
    return <EmptyState text={gone} />;
  }
  return error === null ? <CardSkeletons count={1} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />;
}

interface PanelHeadProps {
  /** How the row is, as a chip. */
  mark: React.ReactNode;
  title: string;
  /** Place of the subject. */
  place: string;
  /** Ways to other screens. */
  links?: React.ReactNode;
}

/** Name and state of the row. */
export function PanelHead({ mark, title, place, links }: PanelHeadProps) {
  return (
    <header className={styles.head}>
      <div>{mark}</div>
      <h2>{title}</h2>
      <p>{place}</p>
      {links === undefined ? null : <nav className={styles.links}>{links}</nav>}
    </header>
  );
}

/** Terms with their values, one per line: `dt` and `dd`. */
export function PanelFacts({ children }: { children: React.ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}
