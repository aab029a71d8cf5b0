import { Check, Copy, Printer } from 'lucide-react';
import { useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { paths, REPORT_CARD } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { ShareKit } from '@/features/share/share-kit';

/** Ways to pass the report on. @param text goes with the link */
export function ReportActions({ text }: { readonly text: string }) {
  const { publicOrigin } = useSettings();
  const { copied, copy, byHand } = useCopy('text');
  const link = publicOrigin + paths.report;
  return (
    <section aria-labelledby="pass-on" className="page safe-x pb-16 print:hidden">
      <h2 id="pass-on" className="font-display text-subheading">
        Pass it on
      </h2>
      <p className="mt-2 max-w-text text-stone">{text}</p>
      <div className="mt-4 flex max-w-xl flex-wrap gap-3">
        <Button className="max-sm:w-full" onClick={() => void copy(`${text} ${link}`)}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span>{copied ? 'Copied' : 'Copy the Finding'}</span>
        </Button>
        <Button variant="outline" className="max-sm:w-full" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print on One Sheet
        </Button>
      </div>
      <div className="max-w-xl">
        {byHand}
        <ShareKit
          what="this report"
          text={text}
          link={link}
          picture={{ name: 'The finding of the week', href: REPORT_CARD }}
        />
      </div>
    </section>
  );
}
