interface AddressRules {
  createScriptURL(address: string): string;
}

declare global {
  interface Window {
    /** Where a browser has it, the page's policy demands it of every script that is added. */
    readonly trustedTypes?: { createPolicy(name: string, rules: AddressRules): AddressRules };
  }
}

const rules: AddressRules = { createScriptURL: (address) => address };
const policy = window.trustedTypes?.createPolicy('pyramidion-boot', rules) ?? rules;

/** Vouches for the address of a script that the build named. */
export function trustedAddress(address: string): string {
  return policy.createScriptURL(address);
}
