import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { clientOf } from './client.js';

const client = (ip: string) => clientOf({ ip, socket: new Socket() });

test.each([
  ['192.0.2.7', '192.0.2.7', null],
  ['::ffff:192.0.2.7', '192.0.2.7', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001::6', '2001:db8:1:0::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
])('%s is counted as %s, and as one of %s', (ip, network, site) => {
  expect(client(ip)).toEqual({ network, site });
});

test.each(['unknown', '', '192.0.2', '192.0.2.7:80', '_hidden'])(
  'who says to be %j is counted as whoever passed that on',
  (ip) => {
    expect(client(ip)).toEqual(client('another'));
  },
);
