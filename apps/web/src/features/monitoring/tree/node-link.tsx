import type { TreeNode } from '@airdeck/contract/monitoring/schema';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { SCREEN_BELOW } from '../address/screen.ts';
import { PlaceLink } from '../shared/links.tsx';
import { usePlaceChoice } from './place-choice.ts';
import styles from './tree.module.css';

interface NodeLinkProps {
  node: TreeNode;
  current?: boolean;
  onNavigate?: () => void;
  /** The places above it, where the tree around it does not show them. */
  above?: string;
  /** Whether only the mark is visible; the text is its tip. */
  markOnly?: boolean;
}

/** A place with the grade of its worst meter by shape and colour, and how many meters. It opens what lies below, or is chosen. */
export function NodeLink({ node, current = false, onNavigate, above, markOnly = false }: NodeLinkProps) {
  const { t } = useTranslation();
  const { kind, id, name, grade, meters } = node;
  const word = grade === null ? t('grade.none') : t(`grade.rating.${grade}`);
  const label =
    kind === 'meter'
      ? t('monitoring.tree.meter', { name, grade: word })
      : t('monitoring.tree.item', { name, grade: word, count: meters });
  const choice = usePlaceChoice();
  const shared = {
    className: markOnly ? styles.railLink : styles.link,
    'aria-label': label,
    title: label,
    ...(onNavigate === undefined ? {} : { onClick: onNavigate }),
  };
  const content = (
    <>
      <span className={styles.mark} data-tone={toneOf(grade)}>
        <GradeMark rating={grade} size={markOnly ? 18 : 13} />
      </span>
      {markOnly ? null : (
        <>
          <span className={styles.name}>
            {name}
            {above === undefined ? null : <small>{above}</small>}
          </span>
          {kind === 'meter' ? null : <b>{meters}</b>}
        </>
      )}
    </>
  );
  if (choice !== null) {
    return (
      <Link to="." search={() => choice.searchOf(node)} {...shared} aria-current={current ? 'true' : undefined}>
        {content}
      </Link>
    );
  }
  return (
    <PlaceLink screen={SCREEN_BELOW[kind]} id={id} {...shared} aria-current={current ? 'page' : undefined}>
      {content}
    </PlaceLink>
  );
}
