import type { Alarm } from '@airdeck/contract/alarm/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Duration } from '../../../ui/duration.tsx';
import { SeverityMark } from '../../../ui/severity/severity.tsx';
import { similarQuery, symptomsQuery } from '../model/queries.ts';
import { alarmPlace, descriptionOf, endOf, timeText } from '../model/texts.ts';
import styles from './panel.module.css';

interface BesideProps {
  alarm: Alarm;
  onOpen: (id: number) => void;
}

/** The same alarm before, how long it took, and what people wrote that they did. */
export function SimilarAlarms({ alarm, onOpen }: BesideProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(similarQuery(alarm));
  if (data === undefined) return null;
  return (
    <section>
      <h3>{t('alarm.panel.similar')}</h3>
      {data.length === 0 ? (
        <p className={styles.quiet}>{t(alarm.occurrences > 1 ? 'alarm.panel.notKept' : 'alarm.panel.noSimilar')}</p>
      ) : null}
      <ul className={styles.similar}>
        {data.map((each) => (
          <li key={each.id}>
            <button type="button" onClick={() => onOpen(each.id)}>
              <span className="num">{timeText(each.occured_time, language)}</span>
              <Duration since={each.occured_time} until={endOf(each)} />
            </button>
            <Notes alarm={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const notes = [
    { what: 'acknowledged', login: alarm.acknowledged_login, note: alarm.acknowledged_note },
    { what: 'cleared', login: alarm.cleared_login, note: alarm.cleared_note },
  ].filter(({ note }) => note !== null);
  if (notes.length === 0) return <p className={styles.quiet}>{t('alarm.panel.noNote')}</p>;
  return (
    <>
      {notes.map(({ what, login, note }) => (
        <p key={what} className={styles.note}>
          {note} <small>{login}</small>
        </p>
      ))}
    </>
  );
}

/** The symptoms of an alarm. */
export function Symptoms({ alarm, onOpen }: BesideProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(symptomsQuery(alarm.id));
  if (data === undefined || data.length === 0) return null;
  return (
    <section>
      <h3>{t('alarm.panel.symptoms')}</h3>
      <ul className={styles.symptoms}>
        {data.map((each) => (
          <li key={each.id}>
            <button type="button" onClick={() => onOpen(each.id)}>
              <span className={styles.mark} data-severity={each.severity}>
                <SeverityMark severity={each.severity} />
              </span>
              <span>
                {descriptionOf(each, language)}
                <small>{alarmPlace(each)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
