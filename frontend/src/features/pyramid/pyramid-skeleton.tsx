import { Skeleton } from '@/components/ui/skeleton';

/** Keeps the place of the drawing. */
export function PyramidSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Raising the pyramid</span>
      <Skeleton className="aspect-[1220/760] max-h-[76svh] w-full" />
    </div>
  );
}
