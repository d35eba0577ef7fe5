import { askForDocument } from '../src/documents/ask-for-document.ts';
import { inTransaction } from '../src/platform/database.ts';
import type { Services } from '../src/platform/services.ts';
import association from './association.json' with { type: 'json' };

interface Asked {
  readonly name: string;
  readonly hint: string;
  readonly required: boolean;
}

const employment: Asked = {
  name: '在職證明',
  hint: '所屬救生隊或服務單位於三個月內開立。',
  required: false,
};

const former = (certificate: string, required: boolean): Asked => ({
  name: '既有證照影本',
  hint: `有效期限內的${certificate}，正反兩面。`,
  required,
});

/** Courses that take people with a certificate ask for it. */
const asked: readonly [course: string, documents: readonly Asked[]][] = [
  ['LGI', [former('水上救生員證', true), employment]],
  ['FAI', [former('高級急救員證', false), employment]],
  ['FA2', [former('初級急救員證', false)]],
];

const courseIdOf = (course: string): number =>
  association.trainclasses.find(({ code }) => code === course)?.id ?? 0;

/** Some courses ask for documents. */
export const loadAskedDocuments = async ({ db }: Services, now: Date): Promise<void> => {
  await inTransaction(db, async (tx) => {
    for (const [course, documents] of asked)
      for (const document of documents)
        await askForDocument(tx, { courseId: courseIdOf(course), ...document }, { actor: 'system', now });
  });
};
