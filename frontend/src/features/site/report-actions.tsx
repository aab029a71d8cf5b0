import { Printer } from 'lucide-react';
import { CopyButton } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { paths, REPORT_CARD } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { ShareKit } from '@/features/share/share-kit';

export function ReportActions({ text }: { readonly text: string }) {
  const { publicOrigin } = useSettings();
  const link = publicOrigin + paths.report;
  return (
    <section aria-labelledby="pass-on" className="page safe-x pb-16 print:hidden">
      <h2 id="pass-on" className="font-display text-subheading">
        Pass it on
      </h2>
      <p className="mt-2 max-w-text text-stone">{text}</p>
      <div className="mt-4 flex max-w-xl flex-wrap gap-3">
        <CopyButton what="text" text={`${text} ${link}`} className="max-sm:w-full">
          Copy the Finding
        </CopyButton>
        <Button variant="outline" className="max-sm:w-full" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print on One Sheet
        </Button>
      </div>
      <div className="max-w-xl">
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
