ALTER TABLE "imports" VALIDATE CONSTRAINT "imports_group_id_groups_id_fk";--> statement-breakpoint
ALTER TABLE "import_shapes" VALIDATE CONSTRAINT "import_shapes_kind";--> statement-breakpoint
ALTER TABLE "imports" VALIDATE CONSTRAINT "imports_group";--> statement-breakpoint
ALTER TABLE "imports" VALIDATE CONSTRAINT "imports_kind";