import { SealedPyramid } from '@/components/art/sealed-pyramid';
import { connectText } from '@/features/wallet/connect-text';
import { WalletButton } from '@/features/wallet/wallet-button';
import type { WalletState } from '@/features/wallet/wallet-state';

type Unconnected = Exclude<WalletState, { status: 'connected' }>;

/** The dashboard before there is a wallet. */
export function ConnectPrompt({ wallet }: { readonly wallet: Unconnected }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start pt-[7svh] sm:items-center sm:text-center">
      <SealedPyramid className="w-44 sm:w-56" />
      <h1 className="font-display mt-8 text-heading">
        Connect your wallet to view your pyramid status
      </h1>
      <WalletButton size="lg" className="mt-8 w-full sm:w-auto sm:min-w-72" />
      <p role="status" className="mt-4 min-h-12 text-stone">
        <span>{connectText(wallet)}</span>
        {wallet.status === 'disconnected' ? (
          <span className="block">There is no fee. You may leave by the door you came in.</span>
        ) : null}
      </p>
    </div>
  );
}
