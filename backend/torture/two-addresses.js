import dns from 'node:dns';

/** Preloaded by a server: the name `two-addresses.test` resolves to 127.0.0.1 and ::1. */
const ADDRESSES = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const { lookup } = dns;

dns.lookup = new Proxy(lookup, {
  apply(target, self, [name, options, callback]) {
    if (name === 'two-addresses.test') process.nextTick(callback, null, ADDRESSES);
    else Reflect.apply(target, self, [name, options, callback]);
  },
});
