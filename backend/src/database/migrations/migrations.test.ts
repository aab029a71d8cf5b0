import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { CreateSchema1795392000000 } from './1795392000000-create-schema.js';

const RELEASED = {
  sqlite: '5454e0085dc6b7b7e01c7033bf2e2287f1a228ead0e582f7b01fafd30cf4f7d6',
  postgres: '4a511d5705a5c4714b9fa6186f72bf200728a4bb9bcdae5d66050efe3a8fc43b',
};

test.each(['sqlite', 'postgres'] as const)(
  'the SQL of the first migration on %s has not changed since its release',
  (kind) => {
    const { [kind]: sql } = new CreateSchema1795392000000().sql;
    expect(createHash('sha256').update(sql).digest('hex')).toBe(RELEASED[kind]);
  },
);
