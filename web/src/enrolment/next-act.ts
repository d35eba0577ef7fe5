export type NextAct = 'payment' | 'documents' | 'nothing';

interface Lacks {
  hasToPay: boolean;
  missesDocuments: boolean;
}

/** Returns the trainee's next act for a registration; `nothing` while the branch has to act. */
export const nextAct = ({ hasToPay, missesDocuments }: Lacks): NextAct => {
  if (hasToPay) return 'payment';
  return missesDocuments ? 'documents' : 'nothing';
};
