import { type PaperFormat, paperFormatNames } from '@portal/contract/certificates';
import { today } from '@portal/contract/dates';
import type { StartedJob } from '@portal/contract/office/jobs';
import type { Context } from '../../audit/actor.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { findCandidates, requireIssuingClass } from './candidates.ts';
import { printJob } from './print-job.ts';

interface Printing {
  readonly classId: number;
  readonly format: PaperFormat;
}

/** Starts the job that puts the valid certificates of the class together, in the order of its roster. Throws `job_empty`. */
export const printForClass = async (
  tx: Tx,
  { classId, format }: Printing,
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  const issuingClass = await requireIssuingClass(tx, classId, actor, 'certificate.issue');
  const people = await findCandidates(tx, issuingClass, { day: today(now) });
  return enqueueJob(
    tx,
    {
      kind: printJob,
      title: `列印${paperFormatNames[format]}：${issuingClass.code}`,
      input: { classId, format },
      organizationId: issuingClass.organizationId,
      items: people.flatMap(({ printableId, chineseName, englishName }) =>
        printableId === null ? [] : [{ key: String(printableId), label: chineseName ?? englishName ?? '' }],
      ),
    },
    { actor, now },
  );
};
