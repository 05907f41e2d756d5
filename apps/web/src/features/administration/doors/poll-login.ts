import type { FieldValues } from 'react-hook-form';

/** Whether the login of a form has an account, or the name of a header. */
export const hasPollAccount = ({ poll_login: login }: FieldValues): boolean => login === 'BASIC' || login === 'HEADER';
export const hasPollSecret = ({ poll_login: login }: FieldValues): boolean => login !== 'NONE';
