import ipaddr from 'ipaddr.js';

/** The /64 that one customer gets. */
const prefix64 = ({ parts }: ipaddr.IPv6): string =>
  `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;

/** An IPv4 address or an IPv6 /64. IPv4-mapped IPv6 counts as IPv4. */
export const networkOf = (address: string): string => {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const found = ipaddr.IPv6.parse(address);
  return found.isIPv4MappedAddress() ? found.toIPv4Address().toString() : prefix64(found);
};
