import * as contract from '@portal/contract/office/person-merges';
import { onceOnly } from '../../platform/http/idempotency.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findMerges } from '../merge/find-merges.ts';
import { mergePeople } from '../merge/merge-people.ts';
import { previewMerge } from '../merge/preview-merge.ts';
import { undoMerge } from '../merge/undo-merge.ts';
import { showPerson } from '../page/show-person.ts';
import { presentMerge } from '../present.ts';

export const mergeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.previewMerge, ({ params: { id, removed }, actor, now }) =>
    previewMerge(db, { survivorId: id, removedId: removed }, { actor, now }),
  );

  serve(contract.mergePeople, async ({ params: { id }, body, idempotency, actor, now }) => {
    await onceOnly(db, idempotency, now, (tx) =>
      mergePeople(tx, { survivorId: id, ...body }, { actor, now }),
    );
    return showPerson(db, id, { actor, now });
  });

  serve(contract.personMerges, async ({ params: { id }, actor, now }) => {
    const merges = await findMerges(db, id, actor);
    const actors = merges.flatMap(({ mergedBy, undoneBy }) => [mergedBy, ...(undoneBy ? [undoneBy] : [])]);
    const names = await findActorNames(db, actors);
    return merges.map((merge) => presentMerge(merge, names, now));
  });

  serve(contract.undoMerge, async ({ params: { id }, body: { reason }, idempotency, actor, now }) => {
    const { removedId, kept } = await onceOnly(db, idempotency, now, (tx) =>
      undoMerge(tx, { mergeId: id, reason }, { actor, now }),
    );
    return { removed: await showPerson(db, removedId, { actor, now }), kept };
  });
};
