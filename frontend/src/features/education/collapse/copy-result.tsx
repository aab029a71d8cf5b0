import { Check, Copy } from 'lucide-react';
import { useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';

interface CopyResultProps {
  /** The result in one line. */
  readonly row: string;
  readonly link: string;
}

/** A button that copies the result of a day with its link. */
export function CopyResult({ row, link }: CopyResultProps) {
  const { copied, copy, byHand } = useCopy('result');
  return (
    <div className="mt-4 rounded-lg border border-line bg-dune p-4">
      <p className="mb-3 font-medium">{row}</p>
      <Button className="max-sm:w-full" onClick={() => void copy(`${row} ${link}`)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span>{copied ? 'Copied' : 'Copy Your Result'}</span>
      </Button>
      {byHand}
    </div>
  );
}
