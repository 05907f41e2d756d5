import { LANGUAGES } from '@airdeck/contract/user/schema';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../lib/i18n/i18n.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { SegmentedControl } from './segmented-control.tsx';

/** Each language under its own name; the switch is instant. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SegmentedControl
      label={t('common.language.label')}
      value={language}
      options={LANGUAGES.map((value) => ({ value, label: t(`common.language.${value}`) }))}
      onChange={(value) => void chooseLanguage(value)}
    />
  );
}
