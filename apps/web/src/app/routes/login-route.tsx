import { useRouter, useSearch } from '@tanstack/react-router';
import { LoginScreen } from '../../features/session/login-screen.tsx';
import { afterLogin } from '../guard.ts';

export function LoginRoute() {
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  return <LoginScreen onLoggedIn={() => router.history.push(afterLogin(next, window.location.origin))} />;
}
