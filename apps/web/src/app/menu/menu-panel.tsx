import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { MenuItemKey } from './definition.ts';
import styles from './menu.module.css';
import type { VisibleGroup, VisibleSubgroup } from './visible-menu.ts';

const ICON: Record<VisibleGroup['key'], IconName> = { current: 'gauge', management: 'sliders' };

interface MenuPanelProps {
  group: VisibleGroup;
  /** Whether a search is active. A panel with results cannot be folded. */
  searching: boolean;
  /** The item that Enter in the search box opens. */
  first: MenuItemKey | undefined;
  onNavigate: () => void;
}

/** One of the menu's two panels; it folds. */
export function MenuPanel({ group, searching, first, onNavigate }: MenuPanelProps) {
  const { t } = useTranslation();
  const contentId = useId();
  const [unfolded, setUnfolded] = useState(true);
  const open = unfolded || searching;
  return (
    <section className={styles.panel}>
      <h3>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={contentId}
          onClick={() => setUnfolded(!unfolded)}
        >
          <Icon name={ICON[group.key]} size={22} />
          {t(`menu.main.${group.key}`)}
          <span className={styles.end}>
            <Icon name={open ? 'chevronUp' : 'chevronDown'} />
          </span>
        </button>
      </h3>
      <div id={contentId} className={styles.subgroups} hidden={!open}>
        {group.subgroups.map((subgroup) => (
          <MenuSubgroupList key={subgroup.key} subgroup={subgroup} first={first} onNavigate={onNavigate} />
        ))}
      </div>
    </section>
  );
}

interface SubgroupListProps {
  subgroup: VisibleSubgroup;
  first: MenuItemKey | undefined;
  onNavigate: () => void;
}

function MenuSubgroupList({ subgroup, first, onNavigate }: SubgroupListProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <div>
      <h4 id={titleId}>{t(`menu.sub.${subgroup.key}`)}</h4>
      <ul aria-labelledby={titleId}>
        {subgroup.items.map(({ key, title, address }) => (
          <li key={key}>
            <Link
              to={address}
              className={styles.item}
              data-first={key === first || undefined}
              activeProps={{ 'aria-current': 'page' }}
              onClick={onNavigate}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
