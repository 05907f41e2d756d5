import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Card } from '../card/card.tsx';
import { CardGrid } from '../card/card-grid.tsx';

interface CardSkeletonsProps {
  count?: number;
  /** As CardGrid's. */
  min?: number;
}

/** Cards to come. */
export function CardSkeletons({ count = 6, min = 340 }: CardSkeletonsProps) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <CardGrid min={min}>
        {Array.from({ length: count }, (_, i) => i).map((i) => (
          <Card key={i} as="div">
            <Skeleton width="46%" height={26} />
            <Skeleton width="30%" />
            <Skeleton variant="rounded" height={58} sx={{ mt: 2.5 }} />
            <Skeleton width="80%" sx={{ mt: 2.5 }} />
          </Card>
        ))}
      </CardGrid>
    </div>
  );
}
