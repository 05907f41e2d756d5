import Pagination from '@mui/material/Pagination';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format/number.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import styles from './table.module.css';

export interface TablePaging {
  /** Whether there are more rows than `total`, which were not counted. */
  atLeast?: boolean;
  /** 1-based, as on screen. */
  page: number;
  size: number;
  sizes: readonly number[];
  /** Rows of all pages; null where unknown. */
  total: number | null;
  onChange: (change: { page: number; size: number }) => void;
}

/** The number of rows, the page size, and links to the other pages. */
export function TablePager({ page, size, sizes, total, atLeast, onChange, phone }: TablePaging & { phone: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (total === null || total === 0) return null;
  const text = (value: number) => formatNumber(value, 0, language);
  const first = (page - 1) * size + 1;
  const range = {
    first: text(first),
    last: text(Math.min(total, page * size)),
    total: `${text(total)}${atLeast ? '+' : ''}`,
  };
  return (
    <div className={styles.pager} data-phone={phone || undefined}>
      {first > total ? null : <span>{t('common.table.range', range)}</span>}
      <label>
        {t('common.table.size')}
        <select value={size} onChange={(event) => onChange({ page: 1, size: Number(event.target.value) })}>
          {sizes.map((each) => (
            <option key={each} value={each}>
              {text(each)}
            </option>
          ))}
        </select>
      </label>
      <Pagination
        aria-label={t('common.table.pages')}
        page={page}
        count={Math.ceil(total / size)}
        onChange={(_, chosen) => onChange({ page: chosen, size })}
        color="primary"
        shape="rounded"
        siblingCount={phone ? 0 : 1}
        size={phone ? 'large' : 'medium'}
        getItemAriaLabel={(type, item) =>
          type === 'page' ? t('common.table.page', { page: item ?? '' }) : t(`common.table.go.${type}`)
        }
      />
    </div>
  );
}
