import { LANGUAGES, type Language } from '@airdeck/contract/user/schema';

const DEFAULT: Language = 'ko';

/** The preferred supported language of an Accept-Language header (RFC 9110, 12.5.4); Korean if it names none. */
export function acceptedLanguage(header: string | undefined): Language {
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((wish) => {
      const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { primary: range.split('-')[0], q: weight ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { primary } of wishes) {
    const language = LANGUAGES.find((known) => known === primary);
    if (language) return language;
  }
  return DEFAULT;
}
