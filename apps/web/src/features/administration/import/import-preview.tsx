import type { ImportResult, RowError } from '@airdeck/contract/import-file';
import { useTranslation } from 'react-i18next';
import type { FieldKey } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './import.module.css';

/** Errors that are written out; the cells of the others are marked. */
const MAX_LISTED = 50;

/** Rows of a file with errors at their cells. */
export function ImportPreview({ result }: { result: ImportResult }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const label = (field: string) => texts.field(field as FieldKey);
  const { fields, rows, errors, error_count, total } = result;
  const columns = fields.map((field, index) => ({ key: `${index} ${field}`, field, index }));
  const wrong = new Map(errors.map((error) => [`${error.row} ${error.field}`, error]));
  const listed = errors.slice(0, MAX_LISTED);
  const say = ({ code }: RowError) => t(`field.${code}`);
  return (
    <>
      {listed.length === 0 ? null : (
        <ul className={styles.errors}>
          {listed.map((error) => (
            <li key={`${error.row} ${error.field} ${error.code}`}>
              <strong>{t('admin.import.at', { row: error.row, field: label(error.field) })}</strong> {say(error)}
            </li>
          ))}
          {error_count > listed.length ? (
            <li>{t('admin.import.more', { count: error_count - listed.length })}</li>
          ) : null}
        </ul>
      )}
      {rows.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.preview}>
            <thead>
              <tr>
                <th>{t('admin.import.row')}</th>
                {columns.map(({ key, field }) => (
                  <th key={key}>{field === '' ? '' : label(field)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, cells }) => (
                <tr key={row}>
                  <th scope="row">{row}</th>
                  {columns.map(({ key, field, index }) => {
                    const error = wrong.get(`${row} ${field}`);
                    return (
                      <td key={key} data-tone={error === undefined ? undefined : 5}>
                        {cells[index]}
                        {error === undefined ? null : <small>{say(error)}</small>}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length < total ? <p className={styles.hint}>{t('admin.import.part')}</p> : null}
    </>
  );
}
