export interface ChosenFile {
  readonly asked: number | null;
  readonly file: File;
}

let kept: { readonly code: string; readonly files: readonly ChosenFile[] } | null = null;

export const keepChosenFiles = (code: string, files: readonly ChosenFile[]): void => {
  kept = { code, files };
};

/** Once. */
export const takeChosenFiles = (code: string): readonly ChosenFile[] => {
  const files = kept?.code === code ? kept.files : [];
  kept = null;
  return files;
};

/** History state of the page that uploads the files: it says that the enrolment worked, also after a reload. */
export const justEnrolled = { enrolled: true };

export const hasJustEnrolled = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'enrolled' in state && state.enrolled === true;
