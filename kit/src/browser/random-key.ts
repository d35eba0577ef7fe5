/** A random UUID (version 4). `crypto.randomUUID` is missing over plain HTTP, for example on a local network. */
export const randomKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes]
    .map((byte, index) => {
      if (index === 6) return (byte & 0x0f) | 0x40;
      return index === 8 ? (byte & 0x3f) | 0x80 : byte;
    })
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
