interface ScoredSubject {
  readonly id: number;
  readonly fullScore: number;
  readonly passScore: number;
}

/** Enough in every subject; who fails misses it in the last one. Halves come up too. */
export const scoresOf = (known: readonly ScoredSubject[], passed: boolean, seed: number) =>
  known.map(({ id, fullScore, passScore }, at) => {
    const above = passScore + 3 + ((seed * 13 + at * 7.5) % (fullScore - passScore - 3));
    const missed = !passed && at === known.length - 1;
    return { subjectId: id, score: missed ? passScore - 8 : above };
  });
