import { isIPv6 } from 'node:net';

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** The first four groups of an IPv6 address: the /64 that one customer gets. */
const prefix64 = (address: string): string => {
  const [front = '', back] = address.split('::');
  const left = groupsOf(front);
  const right = back === undefined ? [] : groupsOf(back);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
};

/**
 * The unit that counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. IPv4-mapped IPv6
 * (`::ffff:192.0.2.1`) counts as IPv4.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  // The URL parser normalises IPv6 addresses to their short hexadecimal form.
  const short = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short);
  if (!mapped) return prefix64(short);
  const bits = Number.parseInt(mapped[1] ?? '', 16) * 0x10000 + Number.parseInt(mapped[2] ?? '', 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
};
