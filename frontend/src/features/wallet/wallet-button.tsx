import { useWallet } from '@solana/wallet-adapter-react';
import { WalletIcon } from '@solana/wallet-adapter-react-ui';
import { BusyButton, Button, type ButtonProps } from '@/components/ui/button';
import { connectText } from './connect-text';
import { connect, disconnect, useWalletState } from './wallet-store';

/** Connects and disconnects Phantom. */
export function WalletButton(props: Pick<ButtonProps, 'size' | 'className'>) {
  const state = useWalletState();
  const { wallet } = useWallet();

  if (state.status === 'connected') {
    return (
      <Button {...props} variant="outline" onClick={disconnect}>
        <WalletIcon wallet={wallet} alt="" className="size-5" />
        <span>Disconnect Wallet</span>
      </Button>
    );
  }
  return (
    <>
      <BusyButton
        {...props}
        busyWith={
          state.status === 'connecting' || state.status === 'redirecting'
            ? connectText(state)
            : null
        }
        onClick={() => void connect()}
      >
        Connect Phantom Wallet
      </BusyButton>
      <noscript>
        <p className="mt-2">Connecting takes JavaScript, which is off here. Reading takes none.</p>
      </noscript>
    </>
  );
}
