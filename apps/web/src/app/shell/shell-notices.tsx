import { getReadiness, type HealthProblem } from '@airdeck/contract/health/routes';
import { type Query, queryOptions, useIsFetching, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { watch } from '../../lib/api/call.ts';
import { isBusy } from '../../lib/api/query-client.ts';
import { queryKey } from '../../lib/api/query-keys.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import styles from './shell.module.css';

export const HEALTH_EVERY_MS = 30_000;
/** A question that was refused once is usually answered a second later: not worth a word. */
const REFUSED_BEFORE_A_WORD = 2;

/** Problems to show; a problem that explains others comes first. */
const TOLD = ['DISK_FULL', 'READINGS_NOT_STORED'] as const satisfies HealthProblem[];

const healthQuery = () =>
  queryOptions({
    queryKey: queryKey('route', getReadiness.path),
    queryFn: async ({ signal }) => {
      const answer = await watch(getReadiness, { signal });
      // A proxy in front of the server may send a 503 with another body.
      return getReadiness.answer.safeParse(answer).data?.problems ?? [];
    },
    // Pauses while the page is hidden, and checks when it is visible again.
    refetchInterval: HEALTH_EVERY_MS,
    retry: false,
  });

const isAskedAgain = ({ state }: Query): boolean =>
  state.fetchFailureCount >= REFUSED_BEFORE_A_WORD && isBusy(state.fetchFailureReason);

/** Notices above every screen's content. */
export function ShellNotices() {
  const { t } = useTranslation();
  const { data: problems = [] } = useQuery(healthQuery());
  const askedAgain = useIsFetching({ predicate: isAskedAgain });
  const problem = TOLD.find((each) => problems.includes(each));
  return (
    <div className={styles.notices}>
      <ConnectionNotice />
      <Notice icon="warning" text={problem === undefined ? null : t(`shell.problem.${problem}`)} />
      <Notice icon="refresh" quiet text={askedAgain > 0 ? t('shell.busy') : null} />
    </div>
  );
}

interface NoticeProps {
  icon: IconName;
  /** null: no notice. The live region stays, so that later notices are announced. */
  text: string | null;
  quiet?: boolean;
}

function Notice({ icon, text, quiet = false }: NoticeProps) {
  return (
    <div role="status">
      {text === null ? null : (
        <div className={styles.banner} data-quiet={quiet || undefined}>
          <Icon name={icon} />
          {text}
        </div>
      )}
    </div>
  );
}
