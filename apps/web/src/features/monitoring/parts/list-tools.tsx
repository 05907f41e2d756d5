import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { NameFilter } from '../address/search.ts';
import { useMonitoringSearch } from '../address/use-monitoring-search.ts';
import { SearchField } from './search-field.tsx';

interface ListToolsProps {
  /** What is searched for by name here. */
  kind: NameFilter;
  /** Whether the list is cards or a table, if there is a choice. */
  views?: boolean;
}

/** Search by name, and cards or table: both live in the address. */
export function ListTools({ kind, views = true }: ListToolsProps) {
  const { t } = useTranslation();
  const [search, change] = useMonitoringSearch();
  return (
    <>
      <SearchField
        label={t('monitoring.filter.name', { kind: t(`monitoring.kind.${kind}`) })}
        value={search[kind] ?? ''}
        onChange={(text) => change({ [kind]: text === '' ? undefined : text })}
      />
      {views ? (
        <SegmentedControl
          label={t('monitoring.view.label')}
          value={search.view ?? 'cards'}
          options={[
            { value: 'cards', label: t('monitoring.view.cards') },
            { value: 'table', label: t('monitoring.view.table') },
          ]}
          onChange={(chosen) => change({ view: chosen === 'cards' ? undefined : chosen })}
        />
      ) : null}
    </>
  );
}
