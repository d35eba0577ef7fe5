ALTER TABLE "draft_scores" VALIDATE CONSTRAINT "draft_scores_subject_id_subjects_id_fk";
