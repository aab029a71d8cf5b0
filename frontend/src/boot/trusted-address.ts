import { trustedBy } from '@/lib/trusted-types';

const policy = trustedBy('pyramidion-boot', { createScriptURL: (address: string) => address });

/** Vouches for the address of a script that the build named. */
export function trustedAddress(address: string): string {
  return policy.createScriptURL(address);
}
