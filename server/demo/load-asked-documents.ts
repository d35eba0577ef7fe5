import { askForDocument } from '../src/documents/ask-for-document.ts';
import { inTransaction } from '../src/platform/database.ts';
import type { Services } from '../src/platform/services.ts';
import association from './association.json' with { type: 'json' };

/** The lifeguard instructors' course, which takes people with a certificate and from a team. */
const COURSE = 'LGI';

const asked = [
  {
    name: '既有證照影本',
    hint: '有效期限內的水上救生員證，正反兩面。',
    required: true,
  },
  {
    name: '在職證明',
    hint: '所屬救生隊或服務單位於三個月內開立。',
    required: false,
  },
];

/** One course asks for documents. */
export const loadAskedDocuments = async ({ db }: Services, now: Date): Promise<void> => {
  const courseId = association.trainclasses.find(({ code }) => code === COURSE)?.id ?? 0;
  await inTransaction(db, async (tx) => {
    for (const document of asked) {
      await askForDocument(tx, { courseId, ...document }, { actor: 'system', now });
    }
  });
};
