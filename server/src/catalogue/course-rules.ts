interface Prerequisite {
  readonly courseId: number;
  readonly requiresId: number;
}

/** All courses that must come before one of `ids`, these included. */
const withAllBefore = (ids: readonly number[], pairs: readonly Prerequisite[]): ReadonlySet<number> => {
  const reached = new Set(ids);
  for (const id of reached) {
    for (const { courseId, requiresId } of pairs) if (courseId === id) reached.add(requiresId);
  }
  return reached;
};

/** The first of `requires` that itself, at once or by others, requires the course; null if none does. */
export const circularPrerequisite = (
  courseId: number,
  requires: readonly number[],
  pairs: readonly Prerequisite[],
): number | null => requires.find((id) => withAllBefore([id], pairs).has(courseId)) ?? null;
