import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** The faults that an SMTP server can show. */
export interface Trouble {
  /** It refuses at that point, with that SMTP code. */
  refuses?: { at: 'connection' | 'login' | 'recipient' | 'text'; code: number };
  /** It stops answering. */
  silent?: 'before_greeting' | 'after_text';
  /** It ends the connection before its greeting, during the text, or after the text but before it confirms it. */
  dies?: 'before_greeting' | 'within_text' | 'after_text';
}

interface Received {
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** An SMTP server of a test. */
export interface SmtpServer {
  readonly url: string;
  readonly port: number;
  /** Accepted mails, oldest first. */
  readonly received: Received[];
  /** Set this to make the server show these faults from now on. */
  trouble: Trouble;
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

const refusal = ({ refuses }: Trouble, at: NonNullable<Trouble['refuses']>['at']) =>
  refuses?.at === at ? Object.assign(new Error('as it pleases'), { responseCode: refuses.code }) : null;

/** Listens on any free port, or on the one that is given. Takes every mail and every password. */
export const openSmtpServer = async ({ port = 0 } = {}): Promise<SmtpServer> => {
  const sockets = new Set<Socket>();
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onConnect: (_session, done) => {
      if (opened.trouble.dies === 'before_greeting') hangUp();
      else if (opened.trouble.silent !== 'before_greeting') done(refusal(opened.trouble, 'connection'));
    },
    onAuth: ({ username }, _session, done) => done(refusal(opened.trouble, 'login'), { user: username }),
    onRcptTo: (_address, _session, done) => done(refusal(opened.trouble, 'recipient')),
    onData: (stream, session, done) => {
      const { dies, silent } = opened.trouble;
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (dies === 'within_text') hangUp();
      });
      stream.on('end', () => {
        const refused = refusal(opened.trouble, 'text');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (!refused) opened.received.push({ to, raw: Buffer.concat(chunks) });
        if (dies) hangUp();
        else if (!silent) done(refused);
      });
    },
  });
  server.on('error', () => {});
  let connections = 0;
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const opened: SmtpServer = {
    url: '',
    port,
    received: [],
    trouble: {},
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address = server.server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return Object.assign(opened, { port: bound, url: `smtp://portal:secret@127.0.0.1:${bound}` });
};

/** A port without a listener, until one is started. */
export const freePort = async (): Promise<number> => {
  const { port, close } = await openSmtpServer();
  await close();
  return port;
};
