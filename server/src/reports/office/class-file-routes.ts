import { makeClassFile } from '@portal/contract/office/class-file';
import { startJob } from '../../jobs/start-job.ts';
import type { LetterBook } from '../../mail/letters.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { classFileJob } from '../class-file/class-file-job.ts';
import { startClassFile } from '../class-file/start-class-file.ts';

export const classFileOfficeRoutes = ({ letters }: { letters: LetterBook }): OfficeRoutes => {
  const kind = classFileJob(letters);
  return (serve, { db }) => {
    serve(makeClassFile, ({ params: { id: classId }, idempotency, actor, now }) =>
      startJob(db, idempotency, now, (tx) => startClassFile(tx, { kind, classId }, { actor, now })),
    );
  };
};
