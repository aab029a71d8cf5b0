import { Check, Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/use-settings';
import { useCopy } from '@/lib/use-copy';

/** The tagline with the address of the token, once there is one. */
export function ContractAddress() {
  const { tokenMint } = useSettings();
  return (
    <div className="mt-2 flex min-h-12 items-center gap-2 text-[0.9375rem]">
      <p className="min-w-0 leading-snug text-stone">
        $SHARES contract address: <br />
        <span className="break-all text-gold-bright">{tokenMint ?? 'Launching Soon'}</span>
      </p>
      {tokenMint ? <CopyAddress address={tokenMint} /> : null}
    </div>
  );
}

function CopyAddress({ address }: { address: string }) {
  const { copied, copy } = useCopy();
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Copy contract address"
        onClick={() => void copy(address)}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </Button>
      <span role="status" className="sr-only">
        {copied ? 'Contract address copied' : null}
      </span>
    </>
  );
}
