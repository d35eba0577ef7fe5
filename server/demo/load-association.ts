import { createCertificateKind, createCourse } from '../src/catalogue/create-course.ts';
import { createOrganization } from '../src/catalogue/create-organization.ts';
import type { Services } from '../src/platform/services.ts';
import association from './association.json' with { type: 'json' };
import { fees } from './classes.ts';
import type { CourseCode } from './content.ts';

const idOf = (rows: readonly { id: number; code: string }[], code: string | null): number | null =>
  rows.find((row) => row.code === code)?.id ?? null;

/** Courses that take people with a certificate are smaller and ask for more hours. */
const defaultsOf = (code: string, isAdvanced: boolean) => ({
  fee: fees[code as CourseCode],
  limitNumber: isAdvanced ? 16 : 30,
  paymentDays: 7,
  attendanceMinimum: isAdvanced ? 90 : 80,
});

/** Branches, courses with subjects and certificates. */
export const loadAssociation = async ({ db }: Services, now: Date): Promise<void> => {
  const circumstances = { actor: 'system', now } as const;
  const { organizations: branches, trainclasses } = association;
  await db.transaction(async (tx) => {
    for (const [position, branch] of branches.entries())
      await createOrganization(tx, { ...branch, position }, circumstances);
    for (const { id, certificate } of trainclasses) {
      const { name, years, renewable } = certificate;
      const type = renewable ? 'coach' : 'ordinary';
      await createCertificateKind(tx, { id, name, years, type }, circumstances);
    }
    for (const [position, item] of trainclasses.entries()) {
      const required = idOf(trainclasses, item.requires);
      await createCourse(
        tx,
        {
          id: item.id,
          code: item.code,
          chineseName: item.chinese_name,
          certificateKindId: item.id,
          hours: item.hours,
          position,
          ...defaultsOf(item.code, required !== null),
          requires: required === null ? [] : [required],
          subjects: item.subjects.map((subject, at) => ({
            id: item.id * 100 + at,
            name: subject.test_subject,
            kind: subject.kind === '學科' ? '學科' : '術科',
            fullScore: subject.full_score,
            passScore: subject.pass_score,
          })),
        },
        circumstances,
      );
    }
  });
};
