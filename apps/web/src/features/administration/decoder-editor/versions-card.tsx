import { listDecoderVersions } from '@airdeck/contract/door/decoder';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Card, CardHeader } from '../../../ui/card/card.tsx';
import styles from '../doors/doors.module.css';
import { useTexts } from '../model/use-texts.ts';

/** Earlier versions, each of which can be loaded into the editor. */
export function VersionsCard({ id }: { id: number }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const navigate = useNavigate();
  const { data } = useQuery(routeQuery(listDecoderVersions, { params: { id: String(id) } }));
  return (
    <Card>
      <CardHeader title={t('connect.decoder.versions')} subtitle={t('connect.decoder.versionsText')} />
      <ul className={styles.devices}>
        {(data?.versions ?? []).map((each) => (
          <li key={each.id} className={styles.example}>
            <span>
              {texts.time(each.saved_time)}
              <small>{each.login ?? '–'}</small>
            </span>
            <Button size="small" onClick={() => void navigate({ to: '.', search: { decoder: id, version: each.id } })}>
              {t('connect.decoder.open')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
