import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { PROOFS } from '@/config/paths';
import { useSettings } from '@/config/settings';

const FILE = 'proofs.jsonl';

export function DownloadProofs() {
  const { publicOrigin } = useSettings();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button asChild variant="outline">
        <a href={PROOFS} download={FILE} onClick={() => setAsked(true)}>
          <Download aria-hidden="true" />
          Download {FILE}
        </a>
      </Button>
      <p className="mt-5 max-w-text break-words">
        In a copy of the source code, run{' '}
        <code className="leading-none text-gold-bright">npm run ops -- verify {publicOrigin}</code>,
        or name the file. It shares no code with our own check. Most audits commit to less.
      </p>
      <p role="status" className="mt-3 break-words text-stone">
        {asked ? (
          <>
            Nothing came? A wallet’s browser may save no files. On any computer, have{' '}
            <code className="leading-none text-gold-bright">
              curl -o {FILE} {publicOrigin}
              {PROOFS}
            </code>{' '}
            fetch them.
          </>
        ) : null}
      </p>
    </>
  );
}
