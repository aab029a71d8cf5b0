import { useWallet } from '@solana/wallet-adapter-react';
import { WalletIcon } from '@solana/wallet-adapter-react-ui';
import { BusyButton } from '@/components/ui/busy-button';
import { Button, type ButtonProps } from '@/components/ui/button';
import { useWalletActions } from './use-wallet-actions';
import { useWalletState } from './use-wallet-state';

/** Connects and disconnects Phantom. */
export function WalletButton(props: Pick<ButtonProps, 'size' | 'className'>) {
  const { status } = useWalletState();
  const { connect, disconnect } = useWalletActions();
  const { wallet } = useWallet();

  if (status === 'connected') {
    return (
      <Button {...props} variant="outline" onClick={disconnect}>
        <WalletIcon wallet={wallet} alt="" className="size-5" />
        <span>Disconnect Wallet</span>
      </Button>
    );
  }
  return (
    <BusyButton {...props} busy={status !== 'disconnected'} onClick={connect}>
      Connect Phantom Wallet
    </BusyButton>
  );
}
