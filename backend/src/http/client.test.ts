import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { collectGarbage } from '../../test/support/collect-garbage.js';
import { clientOf } from './client.js';

const client = (ip: string) => clientOf({ ip, socket: new Socket() });

test.each([
  ['192.0.2.7', '192.0.2.7', null],
  ['192.0.2.7:50123', '192.0.2.7', null],
  ['[192.0.2.7]:50123', '192.0.2.7', null],
  ['::ffff:192.0.2.7', '192.0.2.7', null],
  ['::FFFF:C000:207', '192.0.2.7', null],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7', null],
  ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7', null],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7', null],
  ['64:ff9b::192.0.2.7', '192.0.2.7', null],
  ['64:ff9b::c000:207', '192.0.2.7', null],
  ['64:ff9b:1::c000:207', '64:ff9b:1:0::/64', '64:ff9b:1::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001::6', '2001:db8:1:0::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
])('clientOf counts %s in the network %s (prefix: %s)', (ip, network, prefix) => {
  expect(client(ip)).toEqual({ network, prefix });
});

test.each(['unknown', '', '192.0.2', '0xc0000207', '192.0.2.7:', '192.0.2.7:80:80', '_hidden'])(
  'clientOf counts the invalid address %j as the same client as another invalid address',
  (ip) => {
    expect(client(ip)).toEqual(client('another'));
  },
);

test('clientOf keeps 1,000 networks in less than 1 MB, although each address is a part of a header of 15 kB', () => {
  const heapUsed = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = heapUsed();
  const networks = Array.from({ length: 1_000 }, (_, index) => {
    const header = `${'x'.repeat(15_000)}, 203.0.113.100, ${index}`;
    return client(header.slice(15_002, 15_015)).network;
  });
  expect(heapUsed() - before).toBeLessThan(1_000_000);
  expect(new Set(networks)).toEqual(new Set(['203.0.113.100']));
});
