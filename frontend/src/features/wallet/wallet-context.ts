import { createContext, useContext, type Dispatch } from 'react';
import { DISCONNECTED, type WalletEvent, type WalletState } from './wallet-state';

/** What a visitor can do about their wallet. */
export interface WalletActions {
  /** Asks Phantom to connect, or leads to where Phantom can be had. One prompt at a time. */
  connect(): void;
  disconnect(): void;
  /** Reads both balances again. */
  refreshBalances(): void;
}

function outsideProvider(): never {
  throw new Error('The wallet is used outside its provider');
}

export const WalletStateContext = createContext<WalletState>(DISCONNECTED);

export const WalletDispatchContext = createContext<Dispatch<WalletEvent>>(outsideProvider);

export const WalletActionsContext = createContext<WalletActions>({
  connect: outsideProvider,
  disconnect: outsideProvider,
  refreshBalances: outsideProvider,
});

/** Loads the real wallet providers once; asking again is free. Rejects when their code cannot be had. */
export const LoadWalletContext = createContext<() => Promise<void>>(outsideProvider);

/** For the wallet's own parts: the one way to change its state. */
export function useWalletDispatch(): Dispatch<WalletEvent> {
  return useContext(WalletDispatchContext);
}
