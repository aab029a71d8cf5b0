import type { DataSource } from 'typeorm';

const AT = '2026-11-21T12:00:00.000Z';

/** Bans or unbans a wallet in the tables `wallet` and `audit_log` only. */
export async function typeBan(
  shell: DataSource,
  action: 'ban' | 'unban',
  subject: string,
): Promise<void> {
  await shell.query(
    `INSERT INTO audit_log (action, subject, why, acted_at) VALUES ('${action}', '${subject}', 'typed', '${AT}')`,
  );
  const bannedAt = action === 'ban' ? `'${AT}'` : 'NULL';
  await shell.query(`UPDATE wallet SET banned_at = ${bannedAt} WHERE address = '${subject}'`);
}
