import { type RecordedChanges, recordedChanges } from '@airdeck/contract/record/changes';
import { getAudit } from '@airdeck/contract/record/routes';
import { ACCESSES, type AuditRecord, COMBINED } from '@airdeck/contract/record/schema';
import { changeWords, rowOf } from '@airdeck/phrases/record-words';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import table from '../../../ui/form/conflict-panel.module.css';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from '../form/form.module.css';
import { useTexts } from '../model/use-texts.ts';
import { ChangesCell } from './changes-cell.tsx';
import records from './records.module.css';
import { useRecordWords } from './use-record-words.ts';

const isAccess = (action: unknown): boolean => ACCESSES.some((one) => one === action);

/** Characters of a value that are shown at first. */
const MAX_VALUE = 300;

/** A value, of which the end opens with a button if it is long. */
function Value({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const characters = Array.from(text);
  if (characters.length <= MAX_VALUE) return text || t('admin.none');
  const action = t(isWhole ? 'admin.audit.part' : 'admin.audit.whole');
  return (
    <>
      <span className={records.long}>{isWhole ? text : `${characters.slice(0, MAX_VALUE).join('')}…`}</span>
      <Button
        size="small"
        aria-expanded={isWhole}
        aria-label={`${label}: ${action}`}
        onClick={() => setWhole((old) => !old)}
      >
        {action}
      </Button>
    </>
  );
}

interface ChangeTableProps {
  item: AuditRecord;
  changes: RecordedChanges;
}

/** Fields with both values, or with the one that is known. */
function ChangeTable({ item, changes: { kind, fields } }: ChangeTableProps) {
  const { t } = useTranslation();
  const words = useRecordWords();
  const isChange = kind === 'CHANGED';
  const single = isAccess(item.action) ? t('admin.audit.seen') : t('admin.audit.value');
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('admin.conflict.field')}</th>
          {isChange ? <th scope="col">{t('admin.audit.before')}</th> : null}
          <th scope="col">{isChange ? t('admin.audit.after') : single}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const { label, before, after } = changeWords(words, field, rowOf(item));
          return (
            <tr key={field.field}>
              <th scope="row">{label}</th>
              {isChange ? (
                <td>
                  <Value label={label} text={before} />
                </td>
              ) : null}
              <td>
                <Value label={label} text={isChange ? after : after || before} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Rows of a file or a bulk edit on one page. */
const PART_ROWS = 50;

/** The changed rows behind an imported file or a bulk edit, page by page. */
function Parts({ id }: { id: number }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [page, setPage] = useState(0);
  const query = { partOf: String(id), size: String(PART_ROWS), page: String(page) };
  const { data, error, refetch } = useQuery({
    queryKey: queryKey('administration', getAudit.path, 'parts', query),
    queryFn: ({ signal }) => call(getAudit, { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const { content, totalElements, totalPages } = data;
  return (
    <section>
      <h3 className={records.heading}>{t('admin.audit.parts', { count: totalElements })}</h3>
      <div className={records.parts}>
        <table className={table.table}>
          <tbody>
            {content.map((part) => (
              <tr key={part.id}>
                <th scope="row">{part.name}</th>
                <td>{texts.choice('action', part.action)}</td>
                <td>
                  <ChangesCell item={part} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {totalPages > 1 ? (
        <p className={records.pages}>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('admin.audit.previous')}
          </Button>
          {t('admin.audit.page', { page: page + 1, pages: totalPages })}
          <Button disabled={page + 1 >= totalPages} onClick={() => setPage(page + 1)}>
            {t('admin.audit.next')}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** All fields of a record with their whole values: both of a change, the known one of anything else. */
export function AuditDetail({ item, onClose }: { item: AuditRecord; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const changes = recordedChanges(item);
  const what = [texts.choice('entity', item.entity), item.name, texts.choice('action', item.action)];
  return (
    <Dialog open title={what.filter(Boolean).join(' · ')} onClose={onClose}>
      <p className={styles.stamps}>
        {[texts.time(item.time), item.user_login ?? t('admin.audit.command'), item.ip, item.organization_name]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {changes.fields.length > 0 ? (
        <ChangeTable item={item} changes={changes} />
      ) : (
        <p>{t(changes.kind === 'SAME' ? 'admin.audit.nothing' : 'admin.audit.unrecorded')}</p>
      )}
      {COMBINED.some((action) => action === item.action) ? <Parts id={item.id} /> : null}
    </Dialog>
  );
}
