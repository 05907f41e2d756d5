import { ShareMenu } from '../../../ui/share-menu.tsx';

/** Shares the page of a place as it is, with its filters. */
export function SharePage({ title }: { title: string }) {
  return <ShareMenu title={title} url={() => window.location.href} />;
}
