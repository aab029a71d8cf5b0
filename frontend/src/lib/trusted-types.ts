declare global {
  interface Window {
    /** Where a browser has it, the page's policy demands what it makes in place of some texts. */
    readonly trustedTypes?: {
      createPolicy<Rules extends object>(name: string, rules: Rules): Rules;
    };
  }
}

/** Makes what vouches for texts: elsewhere than in the browsers that ask for it, the rules themselves. */
export function trustedBy<Rules extends object>(name: string, rules: Rules): Rules {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules;
}
