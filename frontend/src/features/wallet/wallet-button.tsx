import { useWallet } from '@solana/wallet-adapter-react';
import { WalletIcon } from '@solana/wallet-adapter-react-ui';
import { BusyButton, Button, type ButtonProps } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import { connectText } from './connect-text';
import { useConnect } from './use-connect';

export function WalletButton(props: Pick<ButtonProps, 'size' | 'className'>) {
  const wallet = useWallet();
  const attempt = useConnect();
  const { publicOrigin } = useSettings();

  if (wallet.connected) {
    return (
      <Button {...props} variant="outline" data-testid="disconnect" onClick={attempt.disconnect}>
        <WalletIcon wallet={wallet.wallet} alt="" className="size-5" />
        <span>Disconnect Wallet</span>
      </Button>
    );
  }
  return (
    <>
      <BusyButton
        {...props}
        data-testid="connect"
        busyWith={attempt.stage === 'idle' ? null : connectText(attempt, wallet, publicOrigin)}
        onClick={() => void attempt.connect()}
      >
        Connect Phantom Wallet
      </BusyButton>
      <noscript>
        <p className="mt-2">Connecting takes JavaScript, which is off here. Reading takes none.</p>
      </noscript>
    </>
  );
}
