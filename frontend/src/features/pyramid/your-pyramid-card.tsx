import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { pyramidPath } from '@/config/paths';

export function YourPyramidCard({ wallet }: { readonly wallet: string }) {
  return (
    <Card title="Your Pyramid" className="lg:px-8">
      <p className="mb-4 text-stone">
        Everyone you recruited and everyone below them, as a picture. Suitable for framing, or for
        handing to an investigator.
      </p>
      <Button asChild variant="secondary" className="max-sm:w-full">
        <Link to={pyramidPath(wallet)}>See It Drawn</Link>
      </Button>
    </Card>
  );
}
