import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { ParodyBanner } from '@/features/site/site-frame';

/** Replaces the whole page if it fails to render. The link loads the landing page from the server. */
export function ErrorPage() {
  return (
    <>
      <ParodyBanner />
      <main className="page safe-x flex min-h-dvh flex-col justify-center">
        <h1 className="font-display text-title">The pyramid has collapsed</h1>
        <p className="mt-5 text-xl text-stone">
          Ahead of schedule, too. Your recruits are kept elsewhere and have not noticed.
        </p>
        <p className="mt-8">
          <Button asChild size="lg">
            <a href={paths.landing}>Start Again from the Base</a>
          </Button>
        </p>
      </main>
    </>
  );
}
