import { Suspense, useState, type ReactNode } from 'react';
import { useOnScreen } from '@/lib/use-on-screen';

interface WhenSeenProps {
  /** Enlarges the visible area, in the syntax of `IntersectionObserver`. */
  readonly rootMargin?: string;
  /** Renders the content before it is visible. */
  readonly wanted?: boolean;
  readonly className: string;
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Reserves space, and renders the content once any part of it is visible. */
export function WhenSeen({ rootMargin, wanted = false, fallback, ...props }: WhenSeenProps) {
  const { ref, onScreen } = useOnScreen<HTMLDivElement>(false, rootMargin);
  const [rendered, setRendered] = useState(false);
  if (!rendered && (onScreen || wanted)) setRendered(true);
  return (
    <div ref={ref} className={props.className}>
      {rendered ? <Suspense fallback={fallback}>{props.children}</Suspense> : fallback}
    </div>
  );
}
