import { Component } from 'react';

const DURATION_MS = 320;

interface ReorderAnimationProps {
  /** Keys of the children in order, joined: it changes with the order. */
  order: string;
  /** Children that may move have `data-reorder-key` with their key. */
  children: React.ReactNode;
}

type Positions = ReadonlyMap<string, DOMRect>;

/** Whether nothing shall move, or can. */
const quiet = (): boolean =>
  !('animate' in Element.prototype) || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Children that change places move there smoothly, and nothing jumps below the eye. Where each stood is read at the last moment before
 * the change, which only a class component is notified of.
 */
export class ReorderAnimation extends Component<ReorderAnimationProps, object, Positions | null> {
  private element: HTMLDivElement | null = null;

  private positions(): Map<string, DOMRect> {
    const children = this.element?.querySelectorAll<HTMLElement>('[data-reorder-key]') ?? [];
    return new Map([...children].map((child) => [child.dataset.reorderKey ?? '', child.getBoundingClientRect()]));
  }

  override getSnapshotBeforeUpdate(before: ReorderAnimationProps): Positions | null {
    return before.order === this.props.order || quiet() ? null : this.positions();
  }

  override componentDidUpdate(_before: ReorderAnimationProps, _state: object, old: Positions | null): void {
    if (old === null) return;
    const now = this.positions();
    for (const child of this.element?.querySelectorAll<HTMLElement>('[data-reorder-key]') ?? []) {
      const from = old.get(child.dataset.reorderKey ?? '');
      const to = now.get(child.dataset.reorderKey ?? '');
      if (from === undefined || to === undefined) continue;
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (x === 0 && y === 0) continue;
      const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }];
      child.animate(frames, { duration: DURATION_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' });
    }
  }

  override render() {
    const take = (element: HTMLDivElement | null) => {
      this.element = element;
    };
    return <div ref={take}>{this.props.children}</div>;
  }
}
