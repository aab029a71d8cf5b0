import { Download } from 'lucide-react';
import { useState } from 'react';
import { FinePrint } from '@/components/fine-print';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import { PROOFS } from './proofs';

const FILE = 'proofs.jsonl';

/** How to check every proof without this site, or any other. */
export function OfflineCheck() {
  const { publicOrigin } = useSettings();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <ol className="space-y-6">
        <li>
          <p>Download every proof there is, one to a line.</p>
          <Button asChild variant="outline" className="mt-3">
            <a href={PROOFS} download={FILE} onClick={() => setAsked(true)}>
              <Download aria-hidden="true" />
              Download {FILE}
            </a>
          </Button>
          {asked ? (
            <p role="status" className="mt-3 break-words text-stone">
              Nothing came? A wallet’s browser may save no files. On any computer, have{' '}
              <code className="text-gold-bright">
                curl -o {FILE} {publicOrigin}
                {PROOFS}
              </code>{' '}
              fetch them.
            </p>
          ) : null}
        </li>
        <li>
          <p>In a copy of the source code, with the network cable in your other hand, run:</p>
          <pre className="mt-3 rounded-md border border-line bg-dusk p-4 font-mono text-[0.9375rem] break-words whitespace-pre-wrap text-gold-bright">
            <code>npm run ops -- verify {FILE}</code>
          </pre>
        </li>
      </ol>
      <FinePrint className="mt-5">
        It checks every signature, site and referrer, that no recruit is counted twice and that
        nobody recruits in a circle. It shares no code with the server’s own check, and exits with
        status 1 if anything is off. Most audits commit to less.
      </FinePrint>
    </>
  );
}
