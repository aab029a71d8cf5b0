const WALLET = '8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv';

/** One example for the help of each command. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  status: 'status --json',
  settings: 'settings',
  notify: 'notify --test',
  wallet: `wallet ${WALLET} --events 5`,
  suspects: 'suspects',
  ban: `ban ${WALLET} --why 'bought its recruits'`,
  unban: `unban ${WALLET} --why 'a mistake'`,
  unrevoke: `unrevoke ${WALLET} --why 'a mistake'`,
  revoke: `revoke --of ${WALLET} --since 2026-11-21 --why 'keys of one person'`,
  'sign-out-all': "sign-out-all --why 'a copy of the disk was stolen'",
  'new-log': "new-log --why 'the disk failed, and the newest backup was a day old'",
  'continue-log': 'continue-log newest-checkpoint',
  doctor: 'doctor --repair',
  copy: 'copy --from sqlite:data/pyramidion.sqlite --to postgres://localhost/pyramidion',
  export: 'export ledger --format json',
  backup: 'backup before.sqlite',
  restore: 'restore before.sqlite',
  verify: 'verify https://pyramidion.example',
  preflight: 'preflight https://pyramidion.example',
};
