import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** AuthenticationOk and ReadyForQuery. */
const ACCEPTED = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** A database server that accepts connections, with `accepts: 'logins'` also logins, and then answers nothing. */
export const withMuteDatabase = async (
  { accepts }: { accepts: 'connections' | 'logins' },
  work: (url: string) => Promise<void>,
): Promise<void> => {
  const taken: Socket[] = [];
  const mute = net.createServer((socket) => {
    taken.push(socket);
    if (accepts === 'logins') socket.once('data', () => socket.write(ACCEPTED));
  });
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  const { port } = mute.address() as AddressInfo;
  try {
    await work(`postgres://portal@127.0.0.1:${port}/portal`);
  } finally {
    mute.close();
    for (const socket of taken) socket.destroy();
  }
};
