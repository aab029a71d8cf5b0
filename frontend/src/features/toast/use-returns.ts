import { useEffect, useState } from 'react';

/** How often the visitor has come back to the page after it was out of sight. */
export function useReturns(): number {
  const [returns, setReturns] = useState(0);

  useEffect(() => {
    const count = (): void => {
      if (!document.hidden) setReturns((before) => before + 1);
    };
    document.addEventListener('visibilitychange', count);
    return () => document.removeEventListener('visibilitychange', count);
  }, []);

  return returns;
}
