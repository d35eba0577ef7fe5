interface Prerequisite {
  readonly courseId: number;
  readonly requiresId: number;
}

const withAllBefore = (ids: readonly number[], pairs: readonly Prerequisite[]): ReadonlySet<number> => {
  const reached = new Set(ids);
  for (const id of reached) {
    for (const { courseId, requiresId } of pairs) if (courseId === id) reached.add(requiresId);
  }
  return reached;
};

/** Null if there is none. */
export const circularPrerequisite = (
  courseId: number,
  requires: readonly number[],
  pairs: readonly Prerequisite[],
): number | null => requires.find((id) => withAllBefore([id], pairs).has(courseId)) ?? null;
