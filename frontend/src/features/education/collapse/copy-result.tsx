import { Check, Copy } from 'lucide-react';
import { useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';

interface CopyResultProps {
  /** The result in one line; null in free play, which copies only the link. */
  readonly row: string | null;
  readonly link: string;
}

/** A button that copies the result of a day with its link, or in free play only the link to the collapse. */
export function CopyResult({ row, link }: CopyResultProps) {
  const { copied, copy, byHand } = useCopy(row === null ? 'link' : 'result');
  return (
    <div className="mt-4 rounded-lg border border-line bg-dune p-4">
      {row === null ? null : <p className="mb-3 font-medium">{row}</p>}
      <Button
        className="max-sm:w-full"
        onClick={() => void copy(row === null ? link : `${row} ${link}`)}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span>{copied ? 'Copied' : row === null ? 'Copy This Collapse' : 'Copy Your Result'}</span>
      </Button>
      {byHand}
    </div>
  );
}
