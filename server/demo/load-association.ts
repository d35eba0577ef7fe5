import type { CourseForm } from '@portal/contract/office/catalogue';
import { createCertificateKind } from '../src/catalogue/certificate-kinds/create-certificate-kind.ts';
import { addCourse } from '../src/catalogue/courses/add-course.ts';
import { createOrganization } from '../src/catalogue/organizations/create-organization.ts';
import type { Services } from '../src/platform/services.ts';
import { askedDocuments } from './asked-documents.ts';
import association from './association.json' with { type: 'json' };
import { fees } from './classes.ts';
import type { CourseCode } from './content.ts';

const { organizations: branches, trainclasses } = association;

type Item = (typeof trainclasses)[number];

/** Courses that take people with a certificate are smaller and ask for more hours. */
const defaultsOf = ({ code, requires }: Item) => ({
  fee: fees[code as CourseCode],
  limitNumber: requires === null ? 30 : 16,
  paymentDays: 7,
  attendanceMinimum: requires === null ? 80 : 90,
});

const subjectsOf = ({ subjects }: Item): CourseForm['subjects'] =>
  subjects.map((subject) => ({
    name: subject.test_subject,
    kind: subject.kind === '學科' ? '學科' : '術科',
    fullScore: subject.full_score,
    passScore: subject.pass_score,
  }));

/** The form as an administrator fills it in. */
const formOf = (item: Item): CourseForm => ({
  code: item.code,
  name: item.chinese_name,
  kindId: item.id,
  hours: item.hours,
  ...defaultsOf(item),
  ...{ html: '', paidHtml: '', info: '' },
  subjects: subjectsOf(item),
  requires: trainclasses.filter(({ code }) => code === item.requires).map(({ id }) => id),
  documents: [...(askedDocuments[item.code] ?? [])],
});

/** Branches, courses with subjects and certificates. */
export const loadAssociation = async ({ db }: Services, now: Date): Promise<void> => {
  const context = { actor: 'system', now } as const;
  await db.transaction(async (tx) => {
    for (const branch of branches) await createOrganization(tx, branch, context);
    for (const { id, certificate } of trainclasses) {
      const { name, years, renewable } = certificate;
      const type = renewable ? 'coach' : 'ordinary';
      const kindId = await createCertificateKind(tx, { name, years, type }, context);
      // Courses and kinds have the same ids.
      if (kindId !== id) throw new RangeError(`the kind ${name} has the id ${kindId}`);
    }
    for (const item of trainclasses) {
      const id = await addCourse(tx, formOf(item), context);
      // The other data name courses by these ids.
      if (id !== item.id) throw new RangeError(`the course ${item.code} has the id ${id}`);
    }
  });
};
