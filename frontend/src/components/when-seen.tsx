import { Suspense, useState, type ReactNode } from 'react';
import { useOnScreen } from '@/lib/use-on-screen';

interface WhenSeenProps {
  /** By how much more than the window counts as seen, as an `IntersectionObserver` has it. */
  readonly rootMargin?: string;
  /** Whether it is wanted before it is seen. */
  readonly wanted?: boolean;
  readonly className: string;
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Room for what is rendered, and its code fetched, once any part of it has been seen. */
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
