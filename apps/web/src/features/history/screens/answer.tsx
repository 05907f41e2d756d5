import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { choiceOf, isSearchable } from '../choose/choice.ts';
import { ListOf } from '../list/list-of.tsx';
import { GraphView } from './graph-view.tsx';
import type { History } from './use-history.ts';

/** What was asked for, or what is missing to ask it. */
export function Answer({ history }: { history: History }) {
  const { t } = useTranslation();
  const { kind, search, covered, asked } = history;
  if (asked !== null) {
    return history.view === 'graph' ? (
      <GraphView history={history} asked={asked} />
    ) : (
      <ListOf key={history.screen} history={history} asked={asked} />
    );
  }
  if (covered.length === 0) {
    // An address may name what is gone, or what its reader does not see.
    const gone = isSearchable(kind, choiceOf(search));
    return (
      <Card>
        <EmptyState
          icon="search"
          title={t(`history.choose.begin.${kind}`)}
          text={gone ? t('error.RESOURCE_NOT_FOUND') : t('history.choose.beginText')}
        />
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState icon="calendar" title={t('history.period.wrong')} text={t('history.period.wrongText')} />
    </Card>
  );
}
