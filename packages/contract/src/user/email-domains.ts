/** E-mail domains that an installation offers unless it has set others. Any other domain can be typed. */
export const EMAIL_DOMAINS = ['naver.com', 'daum.net', 'gmail.com'] as const;
